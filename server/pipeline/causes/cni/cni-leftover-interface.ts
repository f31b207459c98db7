import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniLeftoverInterface = textCause({
  id: 'cni-leftover-interface',
  stages: ['sandbox'],
  title: 'An interface of that name exists already',
  explanation:
    'The plugin wants to make an interface for the pod and finds one of the same name. An earlier, broken attempt left it behind, or two plugins use the same name.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [
    /container veth name (?:provided )?(?:\(\w+\) )?already exists/i,
    /(?:veth|interface|link|device)\b.{0,40}already exists/i,
    /rename .{1,60} to \S+ file exists/i,
    /interface name \S+ already assigned/i,
    /failed to add route:? file exists|route \S+ already exists/i,
  ],
  confusedWith: ['ipam-duplicate-allocation'],
  nextChecks: (view) => [
    run('See the interfaces', 'ip -br link'),
    runtimeLogOf(view, view.name),
    samePods('cni-leftover-interface'),
  ],
});
