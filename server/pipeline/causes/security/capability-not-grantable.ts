import { podSpec, run, runtimeUnit } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const capabilityNotGrantable = textCause({
  id: 'capability-not-grantable',
  stages: ['start', 'create'],
  title: 'The container asks for a capability that the runtime does not have',
  explanation:
    'The runtime itself runs with fewer capabilities (a hardened or nested node) and cannot give what it lacks.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  patterns: [
    /unable to apply caps: operation not permitted/i,
    /(?:apply|set) (?:caps|capabilities).*(?:operation not permitted|bounding)/i,
  ],
  except: [/unknown cap/i],
  confusedWith: ['capability-unknown'],
  nextChecks: (view) => [
    podSpec(view, 'See which ones the pod asks for', '{..capabilities}'),
    run("See the runtime's", `grep Cap /proc/$(pidof ${runtimeUnit(view)})/status`),
  ],
});
