import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const usernsIdmapUnsupported = textCause({
  id: 'userns-idmap-unsupported',
  stages: ['create', 'start', 'sandbox'],
  title: 'A file system cannot be mapped into the user namespace',
  explanation:
    'The pod has a user namespace, and a volume or the image store lies on a file system that does not support idmapped mounts.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [
    /create mapped mount/i,
    /idmap(?:ped)? mounts?.*(?:not supported|unsupported|invalid argument)/i,
    /mount_setattr\b.*(?:invalid argument|operation not supported)/i,
  ],
  confusedWith: ['userns-selinux-mqueue', 'userns-runtime-unsupported'],
  nextChecks: (view) => [
    run('See the file systems', 'findmnt -o TARGET,FSTYPE,SOURCE --real'),
    podSpec(view, 'See the volumes of the pod', '{.spec.volumes}'),
    run('See the kernel', 'uname -r'),
  ],
});
