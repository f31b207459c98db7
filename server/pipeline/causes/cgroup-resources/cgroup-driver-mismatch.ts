import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupDriverMismatch = textCause({
  id: 'cgroup-driver-mismatch',
  stages: ['sandbox', 'start', 'create'],
  title: 'kubelet and runtime use different cgroup drivers',
  explanation:
    'kubelet hands over a cgroup path of one form (systemd slice or plain path) and the runtime expects the other. Both must be set to the same driver; on cgroup v2 that is systemd.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['crictl-runp-without-cgroup-parent', 'sandbox-killed-by-systemd-cgroup'],
  isNodeWide: true,
  patterns: [
    /expected cgroupsPath to be of format/i,
    /configured with (?:systemd|cgroupfs) cgroup manager, but/i,
    /invalid unit name or type/i,
    /should be a valid slice/i,
    /invalid systemd (?:cgroup )?path/i,
    /cgroup ?driver.*(?:differs?|mismatch)/i,
  ],
  nextChecks: () => [
    run("See kubelet's driver", 'grep -i cgroupDriver /var/lib/kubelet/config.yaml'),
    run("See the runtime's driver", 'crictl info | grep -i systemdCgroup'),
    samePods('cgroup-driver-mismatch'),
  ],
});
