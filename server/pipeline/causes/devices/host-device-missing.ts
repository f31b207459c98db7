import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const hostDeviceMissing = textCause({
  id: 'host-device-missing',
  stages: ['create', 'start'],
  title: 'A device of the node that the container needs is missing',
  explanation:
    'The pod, or a device plugin for it, names a device node that does not exist on this host: driver not loaded, or plugin state from before a reboot.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['mount-source-missing', 'block-volume-path-invalid', 'cgroup-devices-busy'],
  patterns: [
    /error gathering device information/i,
    /(?:stat|lstat|open) \/dev\/\S+: no such (?:file|device)/i,
    /device "?\S*\/dev\/\S+"? (?:does not exist|not found)/i,
    /not a device node/i,
    /device path \S+ no such file/i,
  ],
  except: [/\/dev\/(?:kvm|null|shm|mqueue)\b/i, /mounting|mount /i],
  nextChecks: (view) => [
    podSpec(
      view,
      'See which devices the pod asks for',
      '{.spec.containers[*].resources}{.spec.volumes[*].hostPath}',
    ),
    run(
      'See the devices, and what the kernel says of them',
      'ls -l /dev; journalctl -k -b | tail -20',
    ),
    run('See which plugins are registered', 'ls -l /var/lib/kubelet/device-plugins'),
  ],
});
