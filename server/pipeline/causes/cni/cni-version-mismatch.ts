import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniVersionMismatch = textCause({
  id: 'cni-version-mismatch',
  stages: ['sandbox', 'teardown'],
  title: 'Plugin and configuration speak different CNI versions',
  explanation:
    'The configuration asks for a CNI version that a plugin program does not support. Plugins and configuration were updated at different times.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [
    /incompatible CNI versions/i,
    /unsupported CNI (?:result )?version/i,
    /plugin (?:\S+ )?does not support (?:the )?(?:config )?version|config version .* not supported/i,
  ],
  confusedWith: ['cni-version-missing'],
  nextChecks: (view) => [
    run(
      'See the version in the configuration',
      `grep -h cniVersion ${view.node.runtime?.cniConfDir ?? '/etc/cni/net.d'}/*`,
    ),
    run(
      'See when the plugins were installed',
      `ls -l ${view.node.runtime?.cniBinDirs[0] ?? '/opt/cni/bin'}`,
    ),
    samePods('cni-version-mismatch'),
  ],
});
