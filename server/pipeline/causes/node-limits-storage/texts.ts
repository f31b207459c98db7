import { tableOf } from '../../table-cause.ts';

/** Disks, inodes, threads and what kubelet clears away. */
export const LIMIT_TEXTS = tableOf([
  {
    id: 'image-fs-stats-not-ready',
    title: 'kubelet has no figures of the image disk yet',
    explanation:
      'kubelet says this once at nearly every start, before the first figures are there. Only when it goes on ("failed multiple times in a row") is something wrong.',
    patterns: [
      /Stats initialization may not have completed/i,
      /invalid capacity 0 on image filesystem|InvalidDiskCapacity/i,
      /(?:image ?fs|imagefs|image filesystem)\b.*(?:stats|info).*(?:unable to find|non-existent|not (?:found|ready))/i,
      /unable to find data in memory cache/i,
    ],
    except: [/multiple times in a row/i],
    confusedWith: ['image-gc-failing'],
    steps: [
      [
        'See whether it goes on',
        'journalctl -u kubelet --since -15min | grep -c "garbage collection failed"',
      ],
    ],
  },
  {
    id: 'image-gc-failing',
    title: 'kubelet cannot free enough space by removing images',
    explanation:
      'The disk of the images is above its limit, but too few unused images are left to remove: logs, writable layers, volumes or something beside Kubernetes take the space.',
    patterns: [
      /image garbage collection failed/i,
      /wanted to free \d+|failed to garbage collect required amount|attempted to free \d+ bytes/i,
      /FreeDiskSpaceFailed|ImageGCFailed/,
    ],
    confusedWith: ['image-fs-stats-not-ready', 'disk-full'],
    steps: [
      [
        'See what takes the space',
        'df -h /var/lib/containerd /var/lib/kubelet; du -xsh /var/lib/* /var/log 2>/dev/null | sort -h | tail',
      ],
    ],
  },
  {
    id: 'run-tmpfs-inodes-full',
    title: 'The small file system of /run is full',
    explanation:
      'The runtime cannot make a file below /run although the disks have room: the tmpfs there has no bytes or no inodes left, often from leftovers of failed creations.',
    patterns: [
      /(?:mkdir|mknod|create|open|write|symlink|link|rename|mkfifo)\S* "?\/(?:var\/)?run\/\S*: no space left on device/i,
      /(?:creat\w+|writing|making|mkdir)\b.* "?\/(?:var\/)?run\/\S*: no space left on device/i,
      /inodes?\b.*(?:exhausted|full|100%).*\/run\b|\/run\b.*inodes?\b.*(?:exhausted|full)/i,
    ],
    fullPatterns: [/"\/(?:var\/)?run\/[^"]*": no space left on device/i],
    except: [/rootfs|mounting|containers\/overlay|\/merged\//i],
    confusedWith: ['disk-full', 'disk-or-tmpfs-full'],
    steps: [
      ['See bytes and inodes', 'df -h /run; df -i /run'],
      ['See what fills it', 'find /run -xdev | cut -d/ -f1-4 | sort | uniq -c | sort -n | tail'],
    ],
  },
  {
    id: 'evicted-victim-not-consumer',
    title: 'The evicted container is not what filled the disk',
    explanation:
      'The named container was chosen because it uses more than the nothing it asked for, yet its use is tiny. The space is taken by something else: image layers, logs of the host, a hostPath.',
    patterns: [
      /low on resource: ephemeral-storage.*was using \d{1,5}(?:Ki|[kK])?,.*request (?:of|is) 0\b/i,
    ],
    confusedWith: ['evicted-disk-pressure'],
    steps: [
      ['Look for what fills the disk', 'du -xsh /var/lib/* /var/log 2>/dev/null | sort -h | tail'],
      [
        'See what it asks for',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.containers[*].resources}'",
      ],
    ],
  },
  {
    id: 'container-pids-limit',
    title: 'The container has reached its own limit of threads',
    explanation:
      'The application cannot start another thread or process: the limit of processes of this container or pod is reached. The node itself has room.',
    patterns: [
      /(?:failed|unable|cannot|can't|could not) (?:to )?(?:create|start|spawn|allocate)\b.{0,40}\bthread/i,
      /\bfork(?:\(\))?: (?:retry: )?(?:Resource temporarily unavailable|Cannot allocate)/i,
      /cgroup: fork rejected by pids controller/i,
      /(?:pthread_create|EAGAIN).*Resource temporarily unavailable|OutOfMemoryError: unable to create/i,
    ],
    except: [/runc|OCI runtime|containerd|runtime\/cgo|shim|new OS thread|rpc error/i],
    confusedWith: ['pid-or-task-limit', 'evicted-pid-pressure'],
    steps: [
      [
        'See which groups have hit their limit, and how often',
        'find /sys/fs/cgroup -path "*kubepods*" -name pids.events -exec grep -H "max [1-9]" {} +',
      ],
      ['See the setting of the node', 'grep -i podPidsLimit /var/lib/kubelet/config.yaml'],
    ],
  },
  {
    id: 'app-exit-during-disk-full',
    title: "The program ended while the node's disk was full",
    explanation:
      'An application ended by itself at a time when the disk of the node was full. Only the conditions and events of that time link the two.',
    patterns: [
      /(?:exit(?:ed)?\b.*code\W*[1-9]\d*|Reason: Error).*(?:no space left on device|DiskPressure|disk (?:was |is )?full)/i,
      /(?:no space left on device|DiskPressure|disk (?:was |is )?full).*(?:exit(?:ed)?\b.*code\W*[1-9]\d*|Reason: Error)/i,
    ],
    confidence: 0.6,
    isLast: true,
    confusedWith: ['app-exit-nonzero'],
    steps: [
      ['See the condition of the node then', 'kubectl describe node NODE | grep -A8 Conditions'],
      ['See the disk now', 'df -h'],
    ],
  },
  {
    id: 'evicted-memory-pressure',
    title: 'kubelet evicted the pod: the node ran out of memory',
    explanation:
      'The free memory of the node fell below its threshold, and kubelet ended pods that use more than they asked for. The named pod is the victim by rank, not always the one that grew.',
    patterns: [/low on resource: memory/i],
    confusedWith: [
      'oom-killed',
      'node-level-oom',
      'memory-pressure-admission',
      'pod-preempted',
      'evicted-disk-pressure',
    ],
    steps: [
      ['See who uses what', 'kubectl top pods -A --sort-by=memory | head'],
      ['See the threshold', 'grep -i -A6 evictionHard /var/lib/kubelet/config.yaml'],
    ],
  },
  {
    id: 'evicted-pid-pressure',
    title: 'kubelet evicted the pod: the node ran out of process numbers',
    explanation:
      'Too few process numbers were left on the node, and kubelet ended pods to get some back. Look for a program that starts processes without end.',
    patterns: [/low on resource: pids?\b/i],
    confusedWith: ['pid-or-task-limit', 'container-pids-limit', 'pid-pressure-admission'],
    steps: [['See who has the most threads', 'ps -eo nlwp,pid,args --sort -nlwp | head']],
  },
]);
