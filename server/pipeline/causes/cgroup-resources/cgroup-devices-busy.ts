import { inspectContainer } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupDevicesBusy = textCause({
  id: 'cgroup-devices-busy',
  stages: ['create', 'start'],
  title: 'The device rules of the container could not be written',
  explanation:
    'The cgroup of the container did not accept a device rule, because the group was changed at the same time or a parent forbids it.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/to devices\.(?:allow|deny)\b|devices\.allow: /i],
  nextChecks: (view) => [inspectContainer(view)],
});
