import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const containerdConfigPartialSection = textCause({
  id: 'containerd-config-partial-section',
  stages: ['sandbox'],
  title: 'A runtime of the configuration has no type',
  explanation:
    'A section of the runtime configuration is given in part and hides the defaults: the handler has options but no runtime_type.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/container\.Runtime\.Name must be set/i],
  confusedWith: ['runtime-handler-not-configured'],
  nextChecks: () => [
    run('See the effective configuration', 'containerd config dump | grep -A6 runtimes'),
    samePods('containerd-config-partial-section'),
  ],
});
