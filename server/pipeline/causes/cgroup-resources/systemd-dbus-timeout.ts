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
    /(?:dbus|sd-bus).*(?:timed out|timeout|endpoint is not connected|connection (?:refused|reset|closed))/i,
  ],
  except: [/\.slice (?:not found|is not loaded)/i],
  confusedWith: ['cgroup-stale-unit', 'cgroup-delete-stuck-process'],
  nextChecks: () => [
    run('See whether systemd answers', 'timeout 5 systemctl list-units kubepods.slice'),
    run(
      'See its load: jobs, units, its own time',
      'systemctl list-jobs --no-pager | tail -5; systemctl list-units --all --no-legend | wc -l; ps -o pid,time,stat,args -p 1',
    ),
    run('Read what it says', 'journalctl _PID=1 --since -15min | tail -20'),
    samePods('systemd-dbus-timeout'),
  ],
});
