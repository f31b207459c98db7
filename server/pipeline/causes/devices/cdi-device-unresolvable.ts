import { run } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const cdiDeviceUnresolvable = textCause({
  id: 'cdi-device-unresolvable',
  stages: ['start', 'sandbox', 'create'],
  title: 'A device the pod asks for has no CDI description',
  explanation:
    'The device is named by a CDI name and no file in the CDI directories describes it. The vendor toolkit has not written it, or wrote it under another name.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  patterns: [/unresolvable CDI devices/i, /CDI device injection failed/i],
  detail: (text) => quotedIn(text, /(unresolvable CDI devices \S+)/i),
  confusedWith: [
    'device-unhealthy-at-admission',
    'resource-claim-not-prepared',
    'gpu-driver-not-loaded',
  ],
  nextChecks: () => [
    run(
      'See what is described',
      'ls -l /etc/cdi /var/run/cdi; grep -h kind /etc/cdi/* /var/run/cdi/* 2>/dev/null',
    ),
  ],
});
