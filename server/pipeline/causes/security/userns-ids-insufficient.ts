import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const usernsIdsInsufficient = textCause({
  id: 'userns-ids-insufficient',
  stages: ['pull', 'sandbox'],
  title: 'Too few user ids to unpack the image',
  explanation:
    'A file of the image belongs to a user id outside the range this runtime may use (rootless or mapped).',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /potentially insufficient UIDs or GIDs/i,
    /lchown .*invalid argument/i,
    /layer\b.*lchown .*not permitted/i,
    /not enough unused IDs in user namespace/i,
  ],
  confusedWith: ['userns-limit-zero'],
  nextChecks: () => [
    run('See the ranges', 'cat /etc/subuid /etc/subgid'),
    run('See the range of the runtime', 'cat /proc/$(pidof containerd || pidof crio)/uid_map'),
  ],
});
