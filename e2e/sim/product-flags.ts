import { join } from 'node:path';
import type { Sim } from './sim.ts';

/** The flags with which the product looks at a simulated node. */
export function flagsFor(sim: Sim, options: { readonly hasKubelet: boolean }): readonly string[] {
  // A closed port and a file that is not there: otherwise a kubelet of this very machine would be asked.
  const kubelet = options.hasKubelet ? sim.kubeletUrl : 'http://127.0.0.1:1';
  const kubeletLog = options.hasKubelet ? sim.kubeletLog : '/var/log/absent.log';
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
