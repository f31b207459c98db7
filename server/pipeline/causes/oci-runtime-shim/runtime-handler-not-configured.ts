import { podSpec, run } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const runtimeHandlerNotConfigured = textCause({
  id: 'runtime-handler-not-configured',
  stages: ['sandbox', 'kubelet'],
  title: 'The runtime has no handler of that name',
  explanation:
    "The pod's RuntimeClass names a handler that the runtime of this node does not have in its configuration. The names must be equal to the letter; the API server does not check that.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: [
    'shim-binary-missing',
    'containerd-config-partial-section',
    'containerd-config-section-ignored',
  ],
  patterns: [
    /no runtime for "…" is configured/i,
    /failed to find runtime handler \S+/i,
    /unknown runtime handler/i,
    /runtime ?handler "…" (?:is )?not (?:found|configured|supported)/i,
    /RuntimeClass\S* "…" not found/i,
    /invalid runtime name/i,
  ],
  detail: (text) => {
    const name = quotedIn(
      text,
      /(?:no runtime for|runtime handler|RuntimeClass\S*) "?([^"\s]+)"?/i,
    );
    return name === null ? null : `handler ${name}`;
  },
  nextChecks: (view) => [
    run('See the handlers of the runtime', 'crictl info | grep -i -A20 runtimes'),
    run(
      'See the handler of the class',
      'kubectl get runtimeclass -o custom-columns=NAME:.metadata.name,HANDLER:.handler',
    ),
    podSpec(view, 'See which class the pod asks for', '{.spec.runtimeClassName}'),
  ],
});
