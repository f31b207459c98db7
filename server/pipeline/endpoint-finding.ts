import type { Finding } from '../contract/finding.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import { quote } from './evidence.ts';
import { fixLadder } from './fixes/fix-ladder.ts';
import { run } from './next-checks.ts';

type Endpoint = Pick<NodeStatus['runtime'], 'endpoint' | 'endpointReason' | 'endpointWarning'>;

const CAUSE = 'crictl-wrong-endpoint';

/**
 * Somebody looks at another runtime than kubelet drives: lists are then empty or of other pods, and read as "nothing
 * runs here". Null while both name one socket, or kubelet's configuration cannot be read.
 */
export function endpointFinding(
  { endpoint, endpointReason, endpointWarning }: Endpoint,
  nodeName: string,
): Finding | null {
  if (endpointWarning === null) return null;
  return {
    id: CAUSE,
    cause: CAUSE,
    severity: 'critical',
    title: 'What is shown here is of another runtime than kubelet uses',
    effect: 'Lists may be empty or tell of other pods, while the pods of this node run elsewhere.',
    pods: [],
    since: null,
    evidence: [
      quote('host', 'kubelet configuration', null, endpointWarning),
      quote('host', endpoint ?? 'no endpoint', null, endpointReason),
    ],
    nextChecks: [
      run(
        'See which endpoint kubelet was given',
        "ps -o args= -C kubelet | tr ' ' '\\n' | grep -A1 -i runtime-endpoint; grep -i containerRuntimeEndpoint /var/lib/kubelet/config.yaml",
      ),
      run('See which endpoint crictl is set to', 'cat /etc/crictl.yaml'),
      run(
        'See which sockets are there',
        'ls -l /run/containerd/containerd.sock /run/crio/crio.sock /run/k3s/containerd/containerd.sock',
      ),
    ],
    fix: [...fixLadder(CAUSE, { nodeName, runtimeName: null })],
  };
}
