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
  nextChecks: () => [
    run('See who holds it', 'grep -l netns /proc/[0-9]*/mountinfo | head'),
    samePods('netns-busy-on-teardown'),
  ],
});
