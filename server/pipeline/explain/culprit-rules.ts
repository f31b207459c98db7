import type { TextRule } from './text-rule.ts';

/** Culprits at the node, its storage and its cgroups, whose texts would otherwise be read as those of a victim. */
export const CULPRIT_RULES: readonly TextRule[] = [
  {
    cause: 'userns-limit-zero',
    patterns: [
      /(?:\/proc\/self\/exe|CLONE_NEWUSER|user ?namespaces?)\b.*no space left on device/i,
      /no space left on device.*user ?namespaces?|max_user_namespaces/i,
      /unshare\b.*namespaces?\b.*no space left on device/i,
    ],
  },
  {
    cause: 'layer-truncated',
    patterns: [
      /(?:layer|unpack|tar|mount callback).*(?:invalid tar header|gzip: invalid|flate: corrupt|unexpected EOF)/i,
    ],
  },
  {
    cause: 'signature-policy-rejected',
    patterns: [/SignatureValidationFailed|signature validation failed/i],
  },
  {
    cause: 'projected-tmpfs-enospc',
    patterns: [
      /(?:MountVolume|atomic_writer|kubernetes\.io~(?:projected|secret|configmap)).*no space left on device/i,
    ],
    except: [/rootfs_linux|container init/i],
  },
  {
    cause: 'volume-secret-missing',
    patterns: [
      /(?:MountVolume|FailedMount|unmounted volumes=).*\b(?:secrets?|configmaps?) \S+ not found/i,
      /(?:MountVolume|FailedMount|unmounted volumes=).*(?:references non-existent (?:secret|config) key|not registered)/i,
    ],
  },
  {
    cause: 'cni-version-mismatch',
    patterns: [/incompatible CNI versions; config is \S*[^"\s]/i],
    fullPatterns: [/unsupported CNI (?:result )?version:? "[^"]+"/i],
    except: [/config is ""/],
  },
  {
    cause: 'snapshot-parent-missing',
    patterns: [/parent snapshot \S+ does not exist|missing parent \S+ bucket: not found/i],
  },
  {
    cause: 'unsupported-snapshotter',
    patterns: [
      /does not support d_type|ftype=1|snapshotter not loaded/i,
      /overlay(?:fs)?\b.*(?:no such device|is not supported|not supported (?:on|as))/i,
    ],
  },
  {
    cause: 'userns-idmap-unsupported',
    patterns: [
      /MOUNT_ATTR_IDMAP|mount_setattr\b/i,
      /n(?:o|')t support idmap|idmap mounts? (?:is|are) not supported/i,
      /(?:idmap(?:ped)?|mapped) mounts?\b.*(?:invalid argument|not support|unsupported|not permitted)/i,
    ],
  },
  {
    cause: 'node-readonly-filesystem',
    patterns: [
      /(?:io\.containerd\.\S+|\/snapshots\/new-\S*|meta\.db|\/var\/lib\/(?:kubelet|docker|containerd)\/[^\s":]*|(?:\/containers)?\/storage\/\S*): read-only file system/i,
    ],
    except: [/\/rootfs|\/merged\/|volume-subpaths|mkdirat/i],
  },
  {
    cause: 'snapshotter-stale-mount',
    patterns: [
      /\b(?:open|openat|openat2|o_path procfd|mkdir|mkdirat|mknod)\b[^:]*\/rootfs\/\S*: no space left on device/i,
    ],
    confidence: 0.75,
  },
  {
    cause: 'capability-not-grantable',
    patterns: [
      /unable to (?:apply|set|drop) (?:bounding set|caps|capabilit\w+)|bounding set\b.*not permitted/i,
    ],
    except: [/unknown cap|invalid cap/i],
  },
  {
    cause: 'cgroup-delegation-or-kernel-cfs',
    patterns: [
      /cpu\.(?:cfs_\w+_us|max|rt_\w+_us)\b.*(?:permission denied|no such file|invalid argument|not permitted)/i,
    ],
  },
  {
    cause: 'kill-wait-timeout',
    patterns: [
      /(?:KillContainer(?:Error)?|StopContainer|Container termination failed with gracePeriod|failed to (?:kill|stop) container)\b.*(?:deadline ?exceeded|stop timeout|timed? ?out)/i,
      /waiting for container \S+ (?:init process )?to be (?:killed|stopped)|failed to kill container \S+ context cancell?ed/i,
      /did not kill the pod within (?:the )?specified grace period/i,
    ],
    except: [/FATA\[/],
  },
  {
    cause: 'iptables-missing-on-teardown',
    patterns: [
      /neither iptables nor ip6tables usable/i,
      /teardown ipv[46] [ds]nat: .*executable file not found/i,
    ],
    fullPatterns: [
      /(?:destroy network|failed \(del|teardown|StopPodSandbox|KillPodSandbox).*\b(?:ip6?tables|nft)\b.*(?:not found|usable|no such)/i,
    ],
  },
  {
    cause: 'pleg-unhealthy',
    patterns: [/status check may not have completed.*pleg was last seen active/i],
  },
  {
    cause: 'runtime-down',
    patterns: [
      /RuntimeReady=false|ContainerRuntimeNotReady|runtime status check may not have completed/i,
    ],
  },
];
