import { tableOf } from '../../table-cause.ts';

/** Cgroups as kubelet, systemd and the guest of a virtual machine tell of them. */
export const CGROUP_TEXTS = tableOf([
  {
    id: 'cpuset-systemd-noise',
    title: 'systemd complains about a cpuset; the container runs',
    explanation:
      'systemd applies an empty set of processors again to a scope whose parent limits it, as with pinned processors. The line is a warning of systemd and no failure of the pod.',
    patterns: [
      /Failed to set '?"?…?cpuset\.(?:cpus|mems)\S* attribute on/i,
      /\.scope: .*cpuset\.(?:cpus|mems).*(?:ignoring|Failed to set)/i,
      /systemd\[\d+\].*cpuset\.(?:cpus|mems)/i,
    ],
    fullPatterns: [/Failed to set ['"]?cpuset\.(?:cpus|mems)\S* (?:attribute|on)/i],
    confusedWith: ['cpuset-empty-enospc'],
    steps: [
      ['See that the container runs', 'crictl ps --name CONTAINER'],
      ['See which systemd runs', 'systemctl --version'],
    ],
  },
  {
    id: 'cgroup-delete-stuck-process',
    title: "A process that cannot end keeps the pod's cgroup",
    explanation:
      'The cgroup of a pod cannot be removed because a process is left in it, mostly one that waits in the kernel for storage. Deleting the pod hangs until that wait ends; systemd is not to blame.',
    patterns: [
      /Timed out while waiting for systemd to remove/i,
      /unable to destroy cgroup paths|Failed to (?:delete|destroy|remove) cgroups? ?(?:paths?)?/i,
      /(?:unable to remove|rmdir|remove) \S*\/sys\/fs\/cgroup\S*: (?:device or resource busy|Device or resource busy)/i,
      /(?:cgroup|scope)\b.*(?:failed to remove|unable to remove).*busy/i,
    ],
    confusedWith: ['systemd-dbus-timeout', 'kill-wait-timeout'],
    steps: [
      ['See who waits in the kernel', "ps -eo pid,stat,wchan:30,args | awk '$2 ~ /^D/'"],
      ['See who is in the cgroup', 'systemd-cgls --no-pager -l | grep -A3 -i kubepods | tail -40'],
    ],
  },
  {
    id: 'cgroup-v1-unsupported',
    title: 'This kubelet does not run on cgroup v1',
    explanation:
      'The host still uses cgroup v1, and this release of kubelet refuses to start on it, or warns that it soon will.',
    patterns: [
      /not run on a host using cgroup v1/i,
      /cgroup v1 support is (?:unsupported|deprecated|in maintenance)/i,
      /failCgroupV1/i,
    ],
    confusedWith: ['cgroup-v2-unsupported-old-kubelet'],
    steps: [
      ['See which version the host has (cgroup2fs = v2)', 'stat -fc %T /sys/fs/cgroup'],
      ['See the setting', 'grep -i failCgroupV1 /var/lib/kubelet/config.yaml; kubelet --version'],
    ],
  },
  {
    id: 'cgroup-v2-unsupported-old-kubelet',
    title: 'kubelet misses cgroup controllers that it needs',
    explanation:
      'kubelet looks for the controllers of cgroup v1 and does not find them: the host runs cgroup v2 and kubelet is too old for it, or the memory controller is off in the kernel command line.',
    patterns: [
      /Following Cgroup subsystem not mounted/i,
      /(?:missing|required) cgroups?(?: controllers?)?:? .*(?:memory|cpu|pids|hugetlb)/i,
      /mountpoint for \w+ not found/i,
      /cgroup \S+ has some missing (?:paths|controllers)/i,
      /cgroup mountpoint does not exist/i,
      /(?:failed to find|unable to find|no) .*(?:memory|cpu|cpuset|pids) (?:cgroup|controller)/i,
      /CGROUPS_MEMORY: missing/i,
    ],
    confusedWith: ['cgroup-v1-unsupported'],
    steps: [
      ['See which version the host has (cgroup2fs = v2)', 'stat -fc %T /sys/fs/cgroup'],
      ['See which controllers are on', 'cat /sys/fs/cgroup/cgroup.controllers /proc/cgroups'],
    ],
  },
  {
    id: 'hugepages-unavailable',
    title: 'The memory of the virtual machine needs huge pages that are not there',
    explanation:
      'The sandbox is a virtual machine whose memory is to come from huge pages, and the pool of the host is too small or empty.',
    patterns: [
      /Insufficient free host memory pages|os_mem_prealloc|qemu_prealloc_mem/i,
      /(?:huge ?pages?|hugetlbfs|\/dev\/hugepages|backing store for guest RAM)\b.*(?:Cannot allocate memory|not enough|insufficient|unable|failed|no space)/i,
      /(?:unable to map|can't create|failed to create|not enough|insufficient).*(?:huge ?pages?|hugetlbfs|backing store)/i,
    ],
    except: [/cgroup|hugetlb\.\w+\.limit/i],
    confusedWith: ['hugepages-guest-mismatch', 'memory-limit-too-low'],
    steps: [
      ['See the pool', 'grep -i huge /proc/meminfo'],
      [
        'See what the runtime asks for',
        'grep -rn enable_hugepages /etc/kata-containers /opt/kata/share/defaults 2>/dev/null',
      ],
    ],
  },
  {
    id: 'hugepages-guest-mismatch',
    title: 'The guest does not know all huge page sizes of the host',
    explanation:
      'The agent inside the virtual machine reads cgroup files for sizes of huge pages that its kernel does not offer. Host and guest kernels differ.',
    patterns: [
      /unable to read a control group file/i,
      /hugetlb\.\S+: (?:no such file|open)/i,
      /hugetlb\b.*(?:no such file or directory|NotFound)/i,
    ],
    confusedWith: ['hugepages-unavailable'],
    steps: [
      ['Compare the sizes', 'ls /sys/kernel/mm/hugepages'],
      [
        'See which limits the pod sets',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.containers[*].resources}'",
      ],
    ],
  },
  {
    id: 'sandbox-killed-by-systemd-cgroup',
    title: 'Sandboxes are ended and made again all over the node',
    explanation:
      'Containers run for minutes, then all are terminated and started anew. That is the silent form of a cgroup driver mismatch: systemd tidies away groups it did not make.',
    patterns: [/Pod sandbox changed, it will be killed and re-?created/i, /\bSandboxChanged\b/],
    except: [/failed to (?:set ?up|create)|cni/i],
    confidence: 0.55,
    isLast: true,
    confusedWith: ['cgroup-driver-mismatch', 'sandbox-died-before-cni'],
    steps: [
      [
        'Compare the two drivers',
        'grep cgroupDriver /var/lib/kubelet/config.yaml; crictl info | grep -i systemdcgroup',
      ],
      ['See whether many pods are hit at once', 'crictl pods | head -30'],
    ],
  },
]);
