import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniPluginPollutesStdout = textCause({
  id: 'cni-plugin-pollutes-stdout',
  stages: ['sandbox'],
  title: 'A CNI plugin prints something that is no CNI answer',
  explanation:
    'The plugin wrote log lines to its standard output, where the runtime expects one JSON document. Its debug logging is set wrongly.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [
    /netplugin failed but error parsing its diagnostic message/i,
    /(?:plugin|network)\b.*invalid character .{1,6} (?:looking for beginning of value|after top-level value)/i,
  ],
  confusedWith: ['cni-config-missing'],
  nextChecks: (view) => [
    run(
      'See how its logging is set',
      `grep -h -i -E 'log|debug' ${view.node.runtime?.cniConfDir ?? '/etc/cni/net.d'}/*`,
    ),
    samePods('cni-plugin-pollutes-stdout'),
  ],
});
