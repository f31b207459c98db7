import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const killWaitTimeout = textCause({
  id: 'kill-wait-timeout',
  stages: ['teardown'],
  reasons: ['KillUnheeded'],
  title: 'The container does not end although it was killed',
  explanation:
    'The process got KILL and is still there: it waits in the kernel, usually for a dead network volume.',
  impact: 'The pod cannot be removed before its processes are gone.',
  patterns: [
    /Container termination failed with gracePeriod\b.*deadline ?exceeded/i,
    /stop timeout|waiting for container .*to be killed/i,
    /failed to (?:kill|stop) container .*(?:deadline exceeded|timeout)/i,
  ],
  confusedWith: [
    'sigkill-after-grace',
    'network-teardown-failed',
    'crictl-client-timeout',
    'cgroup-delete-stuck-process',
  ],
  nextChecks: () => [
    run('See processes that wait in the kernel', `ps -eo pid,stat,wchan:30,args | awk '$2 ~ /^D/'`),
    run('See mounts that may be dead (asks none of them)', 'findmnt -t nfs,nfs4,cifs,ceph,fuse'),
    run(
      'Read what the kernel says',
      'journalctl -k --since -15min | grep -iE "blocked for more than|not responding|hung" | tail',
    ),
  ],
});
