import { tableOf } from '../../table-cause.ts';

/** Why kubelet ends a pod, or does not take it, for want of memory, process numbers or the pod's own room. */
export const EVICTION_TEXTS = tableOf([
  {
    id: 'own-storage-limit-exceeded',
    title: 'The pod wrote more than its own limit allows',
    explanation:
      'The pod has a limit for what it may write (ephemeral-storage, or sizeLimit of an emptyDir) and went beyond it, so kubelet evicted it. The disk of the node may have plenty of room.',
    patterns: [
      /ephemeral local storage usage exceeds the total limit/i,
      /exceed(?:s|ed)? (?:its|the total limit|total limit).*(?:ephemeral|local) ?(?:storage)?/i,
      /Usage of EmptyDir volume .* exceeds the limit/i,
    ],
    confusedWith: ['evicted-disk-pressure', 'disk-full'],
    steps: [
      [
        'See the limits',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{..ephemeral-storage} {..sizeLimit}'",
      ],
      [
        'See what pods write on this node',
        'du -xsh /var/log/pods/* /var/lib/kubelet/pods/* 2>/dev/null | sort -h | tail',
      ],
    ],
  },
  {
    id: 'memory-pressure-admission',
    title: 'The node is short of memory and takes no pods without a memory request',
    explanation:
      'The free memory of this node is below its threshold, and kubelet refuses pods that ask for none (BestEffort) until that is over.',
    patterns: [/node had condition: \[[^\]]*MemoryPressure/i],
    except: [/DiskPressure/],
    confusedWith: ['disk-pressure-admission', 'evicted-memory-pressure'],
    steps: [
      ['See what is free', 'free -m; cat /proc/pressure/memory'],
      ['See who uses what', 'ps -eo rss,pid,args --sort -rss | head'],
    ],
  },
  {
    id: 'pid-pressure-admission',
    title: 'The node is short of process numbers and takes no new pods',
    explanation:
      'Almost all process numbers of this node are in use, and kubelet refuses pods until there are more. Look for a program that starts processes or threads without end.',
    patterns: [/node had condition: \[[^\]]*PIDPressure/i],
    except: [/DiskPressure|MemoryPressure/],
    confusedWith: ['disk-pressure-admission', 'evicted-pid-pressure', 'pid-or-task-limit'],
    steps: [
      ['See who has the most threads', 'ps -eo nlwp,pid,args --sort -nlwp | head'],
      ['See limit and use', 'sysctl kernel.pid_max kernel.threads-max; ps -eL | wc -l'],
    ],
  },
]);
