import type { TicketRequest } from '../contract/ticket.ts';
import type { Cri } from '../cri/cri.ts';
import type { ContainerLogs } from '../logs/container-logs.ts';
import type { ContainerNames } from './pick-shell.ts';
import type { ProcessKeeper } from './process-keeper.ts';

/** A log that shall be followed. */
export type LogWish = Extract<TicketRequest, { readonly kind: 'logs' }>;

/** What streams ask of the node they run on. */
export interface StreamsNode {
  readonly cri: Pick<Cri, 'streaming' | 'containers'>;
  readonly processes: ProcessKeeper;
  /** Null when it is not known. */
  isInNodeNetwork(): boolean | null;
  /** Null when no such container is known. Rejects with LogError when its log must not be read. */
  logsOf(wanted: LogWish, signal: AbortSignal): Promise<ContainerLogs | null>;
  /** Pod and name of a container, for words and the audit; null when it is not known. */
  namesOf(containerId: string, signal: AbortSignal): Promise<ContainerNames | null>;
}
