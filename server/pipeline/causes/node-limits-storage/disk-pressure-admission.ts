import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const diskPressureAdmission = textCause({
  id: 'disk-pressure-admission',
  stages: ['kubelet'],
  title: 'The node is under disk pressure and takes no new pods',
  explanation:
    'kubelet found too little room on a disk of this node and refuses pods until there is more. If the refused pod is the network agent, network errors of other pods follow from it.',
  impact: 'The pod was rejected; a controller tries again elsewhere or later.',
  isNodeWide: true,
  confusedWith: [
    'memory-pressure-admission',
    'evicted-disk-pressure',
    'pid-pressure-admission',
    'admission-rejected',
    'cni-config-missing',
  ],
  patterns: [/node (?:ha[ds] condition|was low on resource)s?: \[?[^\]]*DiskPressure/i],
  nextChecks: () => [
    run(
      'See the disks',
      'df -h / /var/lib/kubelet /var/lib/containerd /var/log 2>/dev/null; df -i / 2>/dev/null',
    ),
    run('See what takes the room', 'du -xsh /var/lib/* /var/log 2>/dev/null | sort -h | tail'),
    run('See the thresholds', 'grep -A6 evictionHard /var/lib/kubelet/config.yaml'),
    samePods('disk-pressure-admission'),
  ],
});
