import { run, samePods } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const cniPluginBinaryMissing = textCause({
  id: 'cni-plugin-binary-missing',
  stages: ['sandbox'],
  title: 'A CNI plugin program is missing on this node',
  explanation:
    'The network configuration names a plugin, and there is no program of that name in the plugin directories. The runtime still reports the network as ready, since it reads only the configuration.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['cni-config-missing', 'node-binary-broken'],
  isNodeWide: true,
  patterns: [
    /failed to find plugin "…" in path/i,
    /failed to find plugin in path/i,
    /(?:error getting|could not find) (?:plugin )?executable/i,
    /(?:fork\/exec|exec:?) \S*\/cni\S*\/\S+: no such file or directory/i,
  ],
  detail: (text) => {
    const name = quotedIn(text, /find plugin "([^"]+)"/i);
    const path = quotedIn(text, /in path \[([^\]]+)\]/i);
    return name === null ? null : `plugin ${name} not in ${path ?? 'the plugin directory'}`;
  },
  nextChecks: (view) => [
    run(
      'See which plugins are there',
      `ls -l ${view.node.runtime?.cniBinDirs[0] ?? '/opt/cni/bin'}`,
    ),
    run(
      'See which ones the configuration names',
      `grep -h -o '"type": *"[^"]*"' ${view.node.runtime?.cniConfDir ?? '/etc/cni/net.d'}/*`,
    ),
    samePods('cni-plugin-binary-missing'),
  ],
});
