import { run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniConfigMissing = textCause({
  id: 'cni-config-missing',
  stages: ['kubelet', 'sandbox'],
  title: 'No usable CNI configuration',
  explanation:
    'The runtime finds no network configuration that it can load in its CNI directory. Usually the network add-on was never installed, its agent has not written the file yet, or the file is broken.',
  impact:
    'The pod gets no network and so no sandbox; only pods with host network start on this node.',
  confusedWith: [
    'cni-plugin-binary-missing',
    'cni-config-not-rescanned',
    'disk-pressure-admission',
    'cni-plugin-pollutes-stdout',
    'cni-conf-dir-mismatch',
  ],
  isNodeWide: true,
  patterns: [
    /cni (?:plugin not initialized|config uninitialized)/i,
    /no CNI configuration file in/i,
    /no (?:networks?|valid networks?|network config) found in/i,
    /cni config load failed|failed to load cni config|invalid cni config/i,
    /error parsing configuration list|error loading CNI config/i,
    /NetworkPluginNotReady|network plugin is not ready|network is not ready/i,
  ],
  reasons: ['NetworkNotReady'],
  detail: (_text, view) =>
    view?.node.runtime?.cniLoadStatus == null || view.node.runtime.cniLoadStatus === 'OK'
      ? null
      : view.node.runtime.cniLoadStatus,
  nextChecks: (view) => [
    run(
      'See what lies in the directory',
      `ls -l ${shellWord(view.node.runtime?.cniConfDir ?? '/etc/cni/net.d')}`,
    ),
    run(
      'See how the runtime reads it',
      'crictl info | grep -iE -A2 "NetworkReady|lastCNILoadStatus|confDir"',
    ),
    run('See whether the network agent of this node runs', 'crictl pods --namespace kube-system'),
    samePods('cni-config-missing'),
  ],
});
