import { available, type Section, unavailable } from '../contract/section.ts';
import { HostError, toSentence } from './host-error.ts';
import { isKubeletCommand } from './process-names.ts';
import { readProcessTable } from './process-table.ts';
import { findRuntimeProcess, outsidePods } from './runtime-process.ts';

/** Programs that keep kubelet running as a part or a child of themselves, beside those that are named after it. */
const KEEPERS: ReadonlySet<string> = new Set(['k3s', 'rke2', 'k0s', 'hyperkube']);

export interface KubeletProcess {
  readonly pid: number;
  /** The program's name as the kernel keeps it. */
  readonly command: string;
}

/**
 * The process of kubelet, or of the program that holds it; null when the node has none now. Unavailable where the node's
 * processes are not seen: a table in which the runtime itself is missing is that of some other place, such as a pod.
 */
export async function findKubeletProcess(
  place: { readonly hostRoot: string; readonly endpoint: string | null },
  nowMs: number,
): Promise<Section<KubeletProcess | null>> {
  try {
    const table = await readProcessTable(place.hostRoot);
    const named = table.filter(
      ({ command, state }) => state !== 'Z' && (isKubeletCommand(command) || KEEPERS.has(command)),
    );
    const [found] = await outsidePods(place.hostRoot, named);
    if (found !== undefined) {
      return available({ pid: found.pid, command: found.command }, nowMs);
    }
    const runtime = await findRuntimeProcess(place.hostRoot, table, place.endpoint);
    if (runtime !== null) return available(null, nowMs);
    return unavailable(
      "The processes that are seen here are not the node's: the container runtime is not among them.",
    );
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return unavailable(toSentence(error.message));
  }
}
