import type { Cri } from '../cri/cri.ts';
import type { ContainerNames } from './pick-shell.ts';
import type { ProcessKeeper } from './process-keeper.ts';

/** What streams ask of the node they run on. */
export interface StreamsNode {
  readonly cri: Pick<Cri, 'streaming' | 'containers'>;
  readonly processes: ProcessKeeper;
  /** Null when it is not known. */
  isInNodeNetwork(): boolean | null;
  /** Pod and name of a container, for words and the audit; null when it is not known. */
  namesOf(containerId: string, signal: AbortSignal): Promise<ContainerNames | null>;
}
