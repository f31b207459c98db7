import { run, runtimeLogOf } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const containerNameReserved = textCause({
  id: 'container-name-reserved',
  stages: ['create'],
  title: 'An earlier attempt for the same container is still under way',
  explanation:
    'The runtime still works on the first request for this container, which took so long that kubelet asked again. This message is a consequence: what holds up the first attempt (a dead volume, a slow disk, labels, NRI) is the cause.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['crio-request-timeout-retry', 'container-name-reserved-bug'],
  patterns: [
    /failed to reserve container name/i,
    /check if another CreateContainer request is in progress/i,
  ],
  nextChecks: (view) => [
    runtimeLogOf(view, view.name),
    run('See who waits in the kernel', `ps -eo pid,stat,wchan:30,etime,args | awk '$2 ~ /^D/'`),
    run('See mounts that may be dead (asks none of them)', 'findmnt -t nfs,nfs4,cifs,ceph,fuse'),
  ],
});
