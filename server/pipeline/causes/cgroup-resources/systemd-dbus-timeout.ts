import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const systemdDbusTimeout = textCause({
  id: 'systemd-dbus-timeout',
  stages: ['kubelet', 'sandbox', 'start'],
  title: 'systemd does not answer in time when asked for a cgroup',
  explanation:
    'The slice or scope of the pod is made by systemd over D-Bus, and systemd took too long. It is overloaded, or D-Bus is stuck.',
  impact: 'kubelet does not even ask the runtime: no sandbox, no image pull, no container.',
  isNodeWide: true,
  patterns: [
    /Timeout waiting for systemd to create/i,
    /(?:dbus|sd-bus).*(?:timed out|timeout|Connection timed out)/i,
  ],
  except: [/\.slice (?:not found|is not loaded)/i],
  nextChecks: () => [
    run('See whether systemd answers', 'timeout 5 systemctl list-units kubepods.slice'),
    run('See its load', 'systemctl list-units | wc -l'),
    samePods('systemd-dbus-timeout'),
  ],
});
