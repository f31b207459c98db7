import type { TextRule } from './text-rule.ts';

/** Words so much their own that no general rule may take them: one failing call, one object, one answer of the kernel. */
export const SPECIAL_RULES: readonly TextRule[] = [
  {
    cause: 'disk-or-tmpfs-full',
    patterns: [
      /(?:creating|mounting) \S*\W?(?:overlay|aufs|shm|tmpfs|mqueue|btrfs)\b.*no space left on device/i,
      /\/(?:aufs|overlay2?|devicemapper|btrfs)\/\S*-init\b.*no space left on device/i,
      /Failed to create docker container\b.*no space left on device/i,
      /\bmount \S*\/run\/\S*: no space left on device/i,
    ],
    stage: 'create',
  },
  {
    cause: 'cni-plugin-binary-missing',
    patterns: [],
    fullPatterns: [
      /(?:exec: "?|fork\/exec |stat )\S*\/cni\/\S*?: ?.*(?:no such file|permission denied|not found)/i,
      /failed to find plugin "[^"]*" in path/i,
    ],
  },
  {
    // Every other file of a control group: what may be written there was not handed on, or the kernel lacks it.
    cause: 'cgroup-delegation-or-kernel-cfs',
    patterns: [
      /(?:mkdir|open|openat2?|writ\w+(?: file)?) [`"]?\S*\/sys\/fs\/cgroup\b[^\s`"]*[`"]?: (?:permission denied|operation not permitted|read-only file system)/i,
      /cgroup\.(?:procs|subtree_control|type)\b.{0,20}(?:permission denied|operation not (?:permitted|supported)|read-only)/i,
      /(?:cgroup )?controller [`"']?\w+[`"']? (?:is )?not (?:available|delegated|enabled)|requested cgroup controller/i,
      /cannot enter cgroupv2 .*invalid state|with domain controllers -- it is in/i,
    ],
    except: [
      /cpuset\.(?:cpus|mems)|memory\.(?:limit|max)|hugetlb|devices\.(?:allow|deny)|cgroup subsystem|systemd\[\d+\]/i,
    ],
    stage: 'start',
  },
  {
    cause: 'mount-target-on-readonly',
    patterns: [
      /(?:\/rootfs|\/merged|[\s"`]rootfs)\/\S*: read-only file system/i,
      /(?:make|create|creating) (?:target of )?mount ?(?:point|destination)\b.*read-only file system/i,
      /(?:crun|OCI runtime error)\b.*mkdir `\/\S*`: read-only file system/i,
      /mkdir `\/\S*`: read-only file system: OCI runtime/i,
    ],
    fullPatterns: [/(?:\/rootfs|\/merged|[\s"`]rootfs)\/[^\s":]*: read-only file system/i],
    except: [/(?:\/containers|\/sandboxes)\/[0-9a-f]{12,}\/(?:resolv\.conf|hostname|hosts)/i],
  },
  {
    cause: 'kubelet-runtime-mount-namespace-mismatch',
    patterns: [/ResolvConfPath \S+ does not exist/i],
    fullPatterns: [
      /ResolvConfPath "[^"]*" does not exist/i,
      /mount\w*\b.*\/dev\/termination-log.*(?:not a directory|is a directory)/i,
    ],
  },
  {
    cause: 'inotify-exhausted',
    patterns: [/(?:\bFS|\bfile(?:system)?) watch(?:er)?\b.*too many open files/i],
  },
  {
    cause: 'volume-relabel-slow',
    patterns: [/stage container volume configuration/i, /VolumePermissionChangeInProgress/i],
  },
  {
    cause: 'clock-skew-boot',
    patterns: [
      /(?:powered|switched) on in 19[67]\d|clock (?:jump\w*|step\w*|went|moved) (?:back|forward)\w*.*reserved/i,
    ],
    fullPatterns: [
      /(?:\b19[67]\d\b|no (?:rtc|clock)? ?battery).{0,200}failed to reserve sandbox name/i,
    ],
    except: [/StartError|startedAt|x509/i],
  },
  {
    cause: 'exec-raced-with-container-end',
    patterns: [
      /(?:exec|ExecSync)\b.*(?:container that has stopped|no running task found|procReady not received)/i,
      /the container \S+ is not running.*exec|ExecSync\b.*(?:not (?:created or )?running|CONTAINER_EXITED)/i,
      /(?:not (?:created or )?running|CONTAINER_EXITED)\b.*ExecSync/i,
    ],
  },
  {
    cause: 'hostpath-not-visible-to-kubelet',
    patterns: [/with CreateContainerConfigError: "l?stat \S+: no such file or directory"/i],
    fullPatterns: [/CreateContainerConfigError: "l?stat [^"]*: no such file or directory"/i],
    except: [/volume-subpaths/i],
  },
  {
    cause: 'kvm-not-available',
    patterns: [
      /(?:initiali[sz]e|create|creating|open(?:ing)?|access) (?:the )?(?:kvm|hypervisor)\b.*(?:permission denied|no such|busy|NotFound|os error)/i,
      /KVM_CREATE_VM\b|\bvmx\b.*missing|virtuali[sz]ation is not (?:available|enabled)/i,
    ],
  },
  {
    cause: 'mount-source-missing',
    patterns: [/(?:stale (?:NFS )?file handle|transport endpoint is not connected)/i],
    except: [/volume-subpaths|subPath|MountVolume|umount|unmount|sd-bus|dbus/i],
    confidence: 0.7,
    stage: 'create',
  },
];
