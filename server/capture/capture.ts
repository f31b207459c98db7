import { z } from 'zod';
import type { PodHistory } from '../contract/history.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { Withheld } from '../contract/report.ts';
import type { NodeFacts } from '../judge-snapshot.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';

/**
 * The black box: everything a judgement rests on, so that the same pages can be shown elsewhere after the node was
 * restarted. A file of JSON lines in gzip: a head, one line a part, and a last line that proves it whole.
 */
export const CAPTURE_FORMAT = 'cri-triage-capture';
export const CAPTURE_VERSION = 1;

/** Where a process stood when the capture was made. */
export interface ProcessStack {
  readonly pid: number;
  readonly command: string;
  /** R, S, D, T … of each thread, its wait channel and kernel stack where root may read it. */
  readonly text: string;
}

/** What is remembered of a pod, with its last state where it is gone. */
export interface RememberedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly history: PodHistory;
  readonly gone: PodDetail | null;
}

export interface Capture extends NodeFacts {
  readonly madeAtMs: number;
  /** What history remembers of the last day, bounded. */
  readonly remembered: readonly RememberedPod[];
  readonly stacks: readonly ProcessStack[];
  readonly withheld: readonly Withheld[];
}

export const captureHeadSchema = z.object({
  format: z.literal(CAPTURE_FORMAT),
  version: z.number().int(),
  madeAt: z.string().datetime(),
  node: z.string(),
});
export type CaptureHead = z.infer<typeof captureHeadSchema>;

/** A line after the head: one part of the snapshot, or one of what stands beside it. */
export const captureLineSchema = z.union([
  z.object({ snapshot: z.string(), value: z.unknown() }),
  z.object({ facts: z.enum(['sources', 'endpoint', 'cost', 'stacks']), value: z.unknown() }),
  z.object({ remembered: z.unknown() }),
  z.object({
    end: z.literal(true),
    withheld: z.array(z.object({ what: z.string(), count: z.number() })),
  }),
]);

/** The parts of a snapshot that a capture must bear; those that came later may be missing in an older file. */
export const SNAPSHOT_PARTS = [
  'takenAtMs',
  'nodeName',
  'health',
  'version',
  'runtime',
  'sandboxes',
  'containers',
  'containerStatuses',
  'sandboxStatuses',
  'images',
  'ingests',
  'calls',
  'runtimeLog',
  'kubeletPods',
  'kubeletLog',
  'podLogDirectories',
  'logTails',
  'manifests',
] as const satisfies readonly (keyof NodeSnapshot)[];

/** Why a file cannot be shown, in words for a person. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
}

/** The sources of a capture as its page tells them: as they were, and not to be enabled any more. */
export function asCaptured(sources: readonly SourceStatus[]): readonly SourceStatus[] {
  return sources.map((source) => ({ ...source, enable: null }));
}
