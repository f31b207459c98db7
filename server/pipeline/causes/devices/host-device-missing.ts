import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const hostDeviceMissing = textCause({
  id: 'host-device-missing',
  stages: ['create', 'start'],
  title: 'A device of the node that the container needs is missing',
  explanation:
    'The pod, or a device plugin for it, names a device node that does not exist on this host: driver not loaded, or plugin state from before a reboot.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['mount-source-missing'],
  patterns: [
    /error gathering device information/i,
    /(?:stat|lstat|open) \/dev\/\S+: no such (?:file|device)/i,
    /device "?\S*\/dev\/\S+"? (?:does not exist|not found)/i,
    /not a device node/i,
    /device path \S+ no such file/i,
  ],
  except: [/\/dev\/(?:kvm|null|shm|mqueue)\b/i, /mounting|mount /i],
  nextChecks: () => [run('See the devices', 'ls -l /dev')],
});
