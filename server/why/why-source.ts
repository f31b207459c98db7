import type { PodRow } from '../contract/pod.ts';
import type { Report } from '../contract/report.ts';
import type { PodRef } from '../runtime.ts';

/** An answer, or why there is none. */
export type Told<T> = { readonly value: T } | { readonly absent: string };

/** Who is asked: the running server, or the node's own sources. */
export interface WhySource {
  report(ref: PodRef | null, signal: AbortSignal): Promise<Told<Report>>;
  podsNamed(name: string, signal: AbortSignal): Promise<readonly PodRow[]>;
  close(): Promise<void>;
}
