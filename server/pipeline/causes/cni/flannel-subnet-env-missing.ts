import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const flannelSubnetEnvMissing = textCause({
  id: 'flannel-subnet-env-missing',
  stages: ['sandbox'],
  title: 'Flannel has not written its subnet file',
  explanation:
    'The flannel plugin reads /run/flannel/subnet.env, which the flannel agent of the node writes at its start. The agent is not running, or could not get a subnet.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['cni-agent-not-ready'],
  isNodeWide: true,
  patterns: [/loadFlannelSubnetEnv failed/i, /\/run\/flannel\/subnet\.env: no such file/i],
  nextChecks: () => [
    run('See whether the agent runs', 'crictl pods | grep -i flannel'),
    run('Read its log', 'crictl logs $(crictl ps -a --name flannel -q | head -1)'),
    samePods('flannel-subnet-env-missing'),
  ],
});
