import { podSpec, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const hostPortConflict = textCause({
  id: 'host-port-conflict',
  stages: ['kubelet'],
  title: 'The host port of the pod is taken on this node',
  explanation:
    'Another pod of this node already uses the host port, so kubelet rejects this one. Static pods and pods bound by hand skip the scheduler, which would have seen it.',
  impact:
    'The pod was rejected for good: it stays Failed until the port is free and somebody deletes it or changes its manifest.',
  confusedWith: ['admission-rejected'],
  patterns: [
    /didn.t have free ports for the requested pod ports/i,
    /Predicate (?:NodePorts|PodFitsHostPorts) failed/i,
  ],
  reasons: ['NodePorts', 'PodFitsHostPorts', 'HostPortConflict'],
  detail: () => 'host port already in use',
  nextChecks: (view) => [
    podSpec(view, 'See which host ports the pod asks for', '{.spec.containers[*].ports}'),
    run('See who listens on the node', 'ss -ltnp'),
    run(
      'See which pods here use host ports',
      `kubectl get pods -A --field-selector spec.nodeName=${shellWord(view.node.nodeName)} -o custom-columns=NS:.metadata.namespace,POD:.metadata.name,PORTS:.spec.containers[*].ports[*].hostPort`,
    ),
  ],
});
