import { join } from 'node:path';
import type { Sim } from './sim.ts';

/**
 * What tells of pods beside the runtime: kubelet and its log; its log alone, as on a worker without a credential; nothing;
 * the API server in kubelet's place; all of them together.
 */
export type KubeletSight = 'all' | 'log' | 'none' | 'kube' | 'cluster';

/** The flags with which the product looks at a simulated node. */
export function flagsFor(sim: Sim, sight: KubeletSight): readonly string[] {
  // A closed port and a file that is not there: otherwise a kubelet of this very machine would be asked.
  const hasKubelet = sight === 'all' || sight === 'cluster';
  const kubelet = hasKubelet ? sim.kubeletUrl : 'http://127.0.0.1:1';
  const kubeletLog = hasKubelet || sight === 'log' ? sim.kubeletLog : '/var/log/absent.log';
  const hasKube = sight === 'kube' || sight === 'cluster';
  return [
    ...['--runtime-endpoint', sim.endpoint],
    ...['--host-root', sim.hostRoot],
    ...['--runtime-log', onNode(sim, sim.runtimeLog)],
    ...['--kubelet', kubelet],
    ...['--kubelet-log', onNode(sim, kubeletLog)],
    ...['--pod-logs', onNode(sim, sim.podLogs)],
    ...['--manifests', onNode(sim, sim.manifestsDir)],
    // Our own folder, not the node's: no prefix, and none of this machine.
    ...['--data-dir', join(sim.hostRoot, 'var/lib/cri-triage')],
    ...(hasKube ? ['--kubeconfig', sim.kubeconfig] : ['--kube-api', 'off']),
  ];
}

/** A real path as the node itself would name it: --host-root prefixes every node path. */
function onNode(sim: Sim, path: string): string {
  return path.startsWith(sim.hostRoot) ? join('/', path.slice(sim.hostRoot.length)) : path;
}
