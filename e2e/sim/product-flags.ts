import { join } from 'node:path';
import type { Sim } from './sim.ts';

/** What of kubelet can be asked: everything; its log alone, as on a worker without a credential; nothing. */
export type KubeletSight = 'all' | 'log' | 'none';

/** The flags with which the product looks at a simulated node. */
export function flagsFor(sim: Sim, sight: KubeletSight): readonly string[] {
  // A closed port and a file that is not there: otherwise a kubelet of this very machine would be asked.
  const kubelet = sight === 'all' ? sim.kubeletUrl : 'http://127.0.0.1:1';
  const kubeletLog = sight === 'none' ? '/var/log/absent.log' : sim.kubeletLog;
  return [
    ...['--runtime-endpoint', sim.endpoint],
    ...['--host-root', sim.hostRoot],
    ...['--runtime-log', onNode(sim, sim.runtimeLog)],
    ...['--kubelet', kubelet],
    ...['--kubelet-log', onNode(sim, kubeletLog)],
    ...['--pod-logs', onNode(sim, sim.podLogs)],
    ...['--manifests', onNode(sim, sim.manifestsDir)],
  ];
}

/** A real path as the node itself would name it: --host-root prefixes every node path. */
function onNode(sim: Sim, path: string): string {
  return path.startsWith(sim.hostRoot) ? join('/', path.slice(sim.hostRoot.length)) : path;
}
