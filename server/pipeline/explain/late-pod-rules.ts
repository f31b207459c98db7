import type { TextRule } from './text-rule.ts';

/** 0.6: the words fit one cause, but little around them says who speaks. */
const LATE = 0.6;

/**
 * Wordings of pods, images and mounts that tell their cause without the call around them; asked only where nothing else
 * has an answer.
 */
export const LATE_POD_RULES: readonly TextRule[] = [
  {
    cause: 'capability-not-grantable',
    patterns: [
      /\bcapset\b.*not permitted|PR_CAP(?:BSET|_AMBIENT)\w*.*not permitted/i,
      /(?:cannot set|apply|raise|drop) cap(?:s|abilit\w+)\b.*not permitted/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'capability-unknown',
    patterns: [
      /(?:unknown|invalid|unsupported|unavailable) (?:or unavailable )?cap(?:s|abilit\w+)?\b:? *[["]*CAP_\w+/i,
      /CAP_\w+.{0,40}(?:unknown|not known|not supported|unsupported|invalid)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'cdi-device-unresolvable',
    patterns: [/\bCDI\b.*(?:error|fail|invalid|unresolv|conflict|not found)/i],
    confidence: LATE,
  },
  {
    cause: 'exec-not-found',
    patterns: [
      /(?:unable|failed|error|cannot) (?:to )?find(?:ing)? (?:the )?(?:executable|command|program)\b/i,
      /executable (?:file )?[`"']?\S+[`"']? not found/i,
    ],
    except: [/conmon|runc|crun|shim|iptables|plugin/i],
    confidence: LATE,
  },
  {
    cause: 'script-interpreter-missing',
    patterns: [
      /\bexec \S+ failed: no such file or directory/i,
      /bad interpreter|\^M: |\\r'?: no such file/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'script-permission-denied-in-shell',
    patterns: [
      /\.sh: (?:line )?\d+: \S+: permission denied/i,
      /\benv: \S+: permission denied/i,
      /^\S*\/\S*entrypoint\S*: .*permission denied/i,
    ],
    except: [/OCI runtime|exec failed|runc/i],
    confidence: LATE,
  },
  {
    cause: 'user-not-in-image',
    patterns: [
      /no matching entries in (?:passwd|group) file/i,
      /(?:looking up|unable to find|unknown|no such|invalid) (?:user|group)s?\b.*(?:image|passwd|container|rootfs)/i,
      /no users found/i,
    ],
    except: [/pq:|mysql|ldap|database/i],
    confidence: LATE,
  },
  {
    cause: 'image-volume-copy-failed',
    patterns: [
      /cop(?:y|ied|ying)[- ]?up\b.*(?:volume|fail|denied|not permitted)/i,
      /failed to copy volume|populating directory .* for volume/i,
      /failed to (?:copy|chown|lchown)\b.*\/volumes\//i,
    ],
    except: [/image volumes? (?:is|are) not supported/i],
    confidence: LATE,
    stage: 'create',
  },
  {
    cause: 'mount-propagation-not-shared',
    patterns: [
      /linux mounts: |optional field neither of \[shared/i,
      /(?:mount )?propagation\b.*(?:shared|slave|private)\b.*(?:required|must|not|fail)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'mount-source-missing',
    patterns: [
      /failed to generate (?:container )?\S* ?spec\b.*(?:mkdir|l?stat)\b.*(?:read-only|denied|no such|not a directory)/i,
      /(?:mkdir|l?stat) \S+: .*failed to generate (?:container )?spec/i,
      /failed to (?:mkdir|stat|lstat) "…": (?:mkdir|stat|lstat) \S+: /i,
    ],
    except: [/devices?\b.*\/dev\/|volume-subpaths/i],
    confidence: LATE,
    stage: 'create',
  },
  {
    cause: 'mount-type-mismatch',
    patterns: [
      /(?:create|make|creating) mount ?(?:point|destination)\b.*(?:not|is) a directory/i,
      /cannot create subdirectories in\b.*not a directory/i,
      /(?:\/rootfs|\/merged)\/\S*: (?:is|not) a directory/i,
      /mkdir `\S+`: not a directory/i,
    ],
    fullPatterns: [/(?:\/rootfs|\/merged)\/[^"\s]*"?: (?:is|not) a directory/i],
    confidence: LATE,
    stage: 'start',
  },
  {
    cause: 'rootfs-mount-source-lost',
    patterns: [
      /(?:\/overlay\/|\/overlay2\/|\/snapshots\/)\S*: no such file or directory/i,
      /failed to mount container\b.*no such file/i,
    ],
    except: [/rootfs_linux|to rootfs|lchown|\/kubelet\/|exec: |register layer|extract|pull/i],
    confidence: LATE,
    stage: 'create',
  },
  {
    cause: 'runtime-workdir-missing',
    patterns: [/\bcwd\b.*(?:absolute|relative)|mkdir cwd\b/i],
    confidence: LATE,
    stage: 'create',
  },
  {
    cause: 'workdir-inaccessible',
    patterns: [/\bchdir\b.*(?:denied|not a directory|no such)|: chdir$/i],
    except: [/nginx|apache|uwsgi|supervisord/i],
    confidence: LATE,
  },
  {
    cause: 'secret-or-configmap-key-missing',
    patterns: [/\bkey "?\S+"? (?:was )?not (?:found|present|exist\w*) in (?:secret|configmap)/i],
    confidence: LATE,
  },
  {
    cause: 'volume-secret-missing',
    patterns: [
      /MountVolume\S*\b.*failed to sync (?:secret|configmap) cache/i,
      /couldn't get (?:secret|configmap) \S+/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'secret-or-configmap-missing',
    patterns: [/failed to sync (?:secret|configmap) cache/i],
    confidence: LATE,
  },
  {
    cause: 'subpath-prepare-failed',
    patterns: [/volume-subpaths?\//i, /\bsubPath\b.*(?:fail|error|not within|must not|denied)/i],
    confidence: LATE,
    stage: 'create',
  },
  {
    cause: 'hostpath-not-visible-to-kubelet',
    patterns: [/Error: l?stat \/\S+: no such file or directory\W*(?:$|pod\w*=|\.\.\.)/i],
    except: [/volume-subpaths|Traceback|node:|errno/i],
    confidence: LATE,
  },
  {
    cause: 'hostpath-type-check-failed',
    patterns: [/host-path\/.*no such file or directory|hostPath\b.*(?:no such|does not exist)/i],
    fullPatterns: [/kubernetes\.io\/host-path\/.*: (?:open|stat|lstat) \S+: no such file/i],
    confidence: LATE,
  },
  {
    cause: 'seccomp-profile-missing',
    patterns: [
      /seccomp\b.*(?:no such file|not found|failed to load|unable to load|invalid|not enabled|decod|unmarshal)/i,
      /(?:load|open)\w*\b.{0,30}(?:seccomp|local) profile\b/i,
    ],
    except: [/errno 524|SECCOMP_RET|audit:/i],
    confidence: LATE,
  },
  {
    cause: 'selinux-relabel-slow',
    patterns: [/\brelabel \S+ with \S+ failed: (?:open|lstat|stat) .*no such file/i],
    confidence: LATE,
  },
  {
    cause: 'selinux-relabel-unsupported-fs',
    patterns: [
      /SELinux relabell?ing of \S+ is not allowed/i,
      /l?setxattr\b.*(?:denied|not (?:permitted|supported)|read-only)/i,
    ],
    except: [/mqueue|layer|unpack|\btar\b/i],
    confidence: LATE,
  },
  {
    cause: 'selinux-policy-missing',
    patterns: [
      /attr\/(?:keycreate|sockcreate|fscreate|exec|current)\b/i,
      /selinux\b.*(?:keylabel|process label|exec label)|set process label/i,
    ],
    except: [/apparmor/i],
    confidence: LATE,
  },
  {
    cause: 'userns-idmap-unsupported',
    patterns: [/id-?mapp?(?:ed)? ?(?:mounts?|layers?)\b.*(?:not|n't|un)\W?support/i],
    confidence: LATE,
  },
  {
    cause: 'userns-ids-insufficient',
    patterns: [
      /cannot be mapped to a host ID|unmapped (?:user|group|id)|(?:su)b[ug]id\b.*(?:insufficient|not enough|no )/i,
      /lchown \S+: invalid argument/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'userns-limit-zero',
    patterns: [/unshare\b.*no space left on device/i],
    confidence: LATE,
  },
  {
    cause: 'userns-selinux-mqueue',
    patterns: [],
    fullPatterns: [/mqueue\b.*(?:not permitted|permission denied)/i],
    confidence: LATE,
  },
  {
    cause: 'kill-wait-timeout',
    patterns: [
      /did not receive an exit event|did not die within|timed out waiting for container to exit/i,
      /failed to exit within .*signal 9|cannot kill container\b.*(?:context|deadline|timeout)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'oom-killed',
    patterns: [
      /killed as a result of limit of \/|oom_reaper: reaped process/i,
      /cgroup out of memory|oom-kill\S*:.*memcg/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'pod-deadline-exceeded',
    patterns: [/(?:pod|job) was active (?:on the node )?longer than/i],
    confidence: LATE,
  },
  {
    cause: 'prestop-poststart-hook-failed',
    patterns: [/\bP(?:re-?stop|ost-?start)\b.{0,10}hook/i],
    confidence: LATE,
  },
  {
    cause: 'sigill-cpu-feature',
    patterns: [/CPU does not support|requires? (?:a )?CPU (?:with|that)|x86-64-v[234]\b/i],
    confidence: LATE,
  },
];
