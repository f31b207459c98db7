import { run, runtimeLogOf } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxNameReserved = textCause({
  id: 'sandbox-name-reserved',
  stages: ['sandbox'],
  title: 'An earlier attempt for the same sandbox is still under way',
  explanation:
    'The runtime still works on the first request for this sandbox, which took so long that kubelet asked again. This message is a consequence: what holds up the first attempt (CNI, storage, shim) is the cause.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['cni-killed-by-deadline', 'clock-skew-boot'],
  patterns: [
    /failed to reserve sandbox name/i,
    /(?:error reserving pod name|pod sandbox .*is reserved)/i,
  ],
  nextChecks: (view) => [
    runtimeLogOf(view, view.name),
    run(
      'See what hangs',
      'ps -eo pid,stat,wchan:30,etime,args | grep -E "[/]cni/bin|[c]ontainerd-shim|[r]unc |[c]run "',
    ),
  ],
});
