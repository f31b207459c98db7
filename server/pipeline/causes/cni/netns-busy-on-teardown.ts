import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const netnsBusyOnTeardown = textCause({
  id: 'netns-busy-on-teardown',
  stages: ['teardown'],
  title: "The pod's network namespace cannot be removed",
  explanation:
    'Something on the node still holds the mount of the network namespace, often an agent that sees the mounts of the host.',
  impact: 'The pod cannot be removed; kubelet tries for ever.',
  patterns: [
    /remove netns.*device or resource busy/i,
    /unlinkat \S*netns\S*: device or resource busy/i,
  ],
  confusedWith: ['network-teardown-failed'],
  nextChecks: () => [
    run(
      'See who holds it',
      'grep -l /run/netns /proc/[0-9]*/mountinfo 2>/dev/null | cut -d/ -f3 | xargs -r ps -o pid,args -p',
    ),
    run('See the namespaces that are left', 'ip netns list-id; ls -l /run/netns'),
    samePods('netns-busy-on-teardown'),
  ],
});
