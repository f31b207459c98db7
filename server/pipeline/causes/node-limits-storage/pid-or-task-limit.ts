import { run, runtimeUnit, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const pidOrTaskLimit = textCause({
  id: 'pid-or-task-limit',
  stages: ['create', 'start', 'sandbox'],
  title: 'No more processes or threads can be made',
  explanation:
    'The runtime could not make a process or thread: the limit of tasks of its service, or of pids on the node, is reached.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  isNodeWide: true,
  patterns: [
    /pthread_create failed/i,
    /fork\/exec \S+: resource temporarily unavailable/i,
    /failed to create new OS thread/i,
  ],
  confusedWith: [
    'evicted-pid-pressure',
    'pid-pressure-admission',
    'fd-limit',
    'container-pids-limit',
  ],
  nextChecks: (view) => [
    run(
      'See limit and use',
      `systemctl show ${runtimeUnit(view)} -p TasksCurrent -p TasksMax; sysctl kernel.pid_max; ps -eL | wc -l`,
    ),
    samePods('pid-or-task-limit'),
  ],
});
