import { run, runtimeUnit, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const runtimeDown = textCause({
  id: 'runtime-down',
  stages: ['sandbox', 'pull', 'create', 'start', 'teardown', 'kubelet'],
  title: 'The container runtime is down',
  explanation:
    'kubelet could not reach the runtime at its socket: the service is stopped, restarting, or listens elsewhere. Pods are victims here; the runtime is the culprit.',
  impact: 'Nothing of this pod can be made or stopped until the runtime answers.',
  confusedWith: [
    'runtime-hung',
    'crictl-wrong-endpoint',
    'crictl-permission-denied',
    'pleg-unhealthy',
    'runtime-socket-reset',
  ],
  isNodeWide: true,
  patterns: [
    /transport: error while dialing:? .*(?:dial unix|dial ‹url›: timeout)/i,
    /\bdial unix \S+(?:containerd|crio|cri-dockerd|docker)\S*\.sock: connect: (?:no such file|connection refused|permission denied)/i,
    /error reading server preface: .*\.sock/i,
    /container runtime is (?:down|not running)/i,
  ],
  except: [/cilium|multus|calico|antrea|ovn/i, /PLEG is not healthy/i],
  nextChecks: (view) => [
    run('See whether the service runs', `systemctl status ${runtimeUnit(view)} --no-pager`),
    run('Read its last words', `journalctl -u ${runtimeUnit(view)} -n 100 --no-pager`),
    run('Ask it with a limit', 'timeout 5 crictl version'),
    samePods('runtime-down'),
  ],
});
