import { run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupStaleUnit = textCause({
  id: 'cgroup-stale-unit',
  stages: ['kubelet', 'sandbox'],
  title: 'systemd still holds a unit of this pod from before',
  explanation:
    'kubelet wants to make the cgroup of the pod and systemd answers that a unit of that name exists. It is a leftover of an earlier life of the pod.',
  impact: 'kubelet does not even ask the runtime: no sandbox, no image pull, no container.',
  patterns: [/Unit \S+\.(?:slice|scope) (?:already exists|was already loaded)/i],
  confusedWith: ['cgroup-slice-missing', 'systemd-dbus-timeout'],
  nextChecks: (view) => [
    run(
      'See the unit',
      `systemctl list-units --all 'kubepods*' | grep ${shellWord((view.uid ?? 'POD_UID').replaceAll('-', '_'))}`,
    ),
    run('See which units failed', "systemctl list-units --all --state=failed 'kubepods*'"),
    run(
      'See the groups themselves',
      `find /sys/fs/cgroup -maxdepth 4 -name ${shellWord(`*${(view.uid ?? 'POD_UID').replaceAll('-', '_')}*`)}`,
    ),
  ],
});
