import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniKilledByDeadline = textCause({
  id: 'cni-killed-by-deadline',
  stages: ['sandbox'],
  title: 'The CNI plugin was broken off when time ran out',
  explanation:
    'The plugin took so long that the request for the sandbox ended, and the runtime killed it. "killed" here is not the OOM killer; the plugin waited for something, often its agent or the API server.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [
    /netplugin failed.*(?:signal: killed|context cancell?ed|deadline exceeded)/i,
    /plugin type="…".*failed \(add\).*(?:signal: killed|context deadline exceeded|context cancell?ed)/i,
  ],
  confusedWith: [
    'cni-del-skipped-after-timeout',
    'cni-control-plane-annotation-timeout',
    'sandbox-name-reserved',
  ],
  nextChecks: (view) => [
    run('See plugins that hang now', 'ps -eo pid,stat,wchan:30,etime,args | grep /cni'),
    runtimeLogOf(view, view.name),
    samePods('cni-killed-by-deadline'),
  ],
});
