import type { ProcessStack, RememberedPod } from './capture/capture.ts';
import { captureLines } from './capture/write-capture.ts';
import type { CallRow } from './contract/call.ts';
import type { PodDetail } from './contract/pod.ts';
import type { NodeFacts } from './judge-snapshot.ts';
import type { Judgement } from './live/judgement.ts';
import { makeReport } from './report/make-report.ts';
import type { AskOptions, PodRef, Runtime, StackWish } from './runtime.ts';

/** Where evidence to hand on comes from. */
export interface HandOutParts {
  /** The latest judgement, fresh where nobody looked before. */
  readonly look: () => Promise<Judgement>;
  readonly pod: Runtime['pod'];
  readonly nowMs: () => number;
  readonly facts: () => NodeFacts;
  /** Calls of the pod, or of the node, newest first. */
  readonly calls: (ref: PodRef | null, options: AskOptions) => Promise<readonly CallRow[]>;
  /** Where the runtime's threads stand. */
  readonly stacks: (
    wish: Exclude<StackWish, 'none'>,
    signal: AbortSignal,
  ) => Promise<readonly ProcessStack[]>;
  /** What is remembered of the pods that are here, and of those that are gone. */
  readonly remembered: (here: readonly PodDetail[]) => readonly RememberedPod[];
}

/** What leaves the node on purpose: reports and captures, both without secrets. */
export function createHandOut(parts: HandOutParts): Pick<Runtime, 'report' | 'capture'> {
  return {
    async report(ref, options) {
      const { node, findings, rows } = await parts.look();
      const pod = ref === null ? null : await parts.pod(ref, options);
      if (ref !== null && pod === null) return null;
      return makeReport({
        madeAtMs: parts.nowMs(),
        node: node.value,
        pod,
        rows: [...rows.values()].map((row) => row.value),
        findings: findings.value,
        calls: await parts.calls(ref, options),
      });
    },
    async capture(wish, { signal }) {
      const { details } = await parts.look();
      const stacks = wish === 'none' ? [] : await parts.stacks(wish, signal);
      const remembered = parts.remembered([...details.values()]);
      return captureLines({ ...parts.facts(), madeAtMs: parts.nowMs(), remembered, stacks });
    },
  };
}
