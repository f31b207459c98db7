import { inspectContainer, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupDevicesBusy = textCause({
  id: 'cgroup-devices-busy',
  stages: ['create', 'start'],
  title: 'The device rules of the container could not be written',
  explanation:
    'The cgroup of the container did not accept a device rule, because the group was changed at the same time or a parent forbids it.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/(?:to|file) `?devices\.(?:allow|deny)\b|devices\.allow: /i],
  confusedWith: ['host-device-missing'],
  nextChecks: (view) => [
    inspectContainer(view),
    run(
      'See who made groups below it',
      'find /sys/fs/cgroup -path "*kubepods*" -mindepth 5 -type d 2>/dev/null | head',
    ),
    run(
      'See whether the static CPU manager is on',
      'grep -i cpuManagerPolicy /var/lib/kubelet/config.yaml',
    ),
  ],
});
