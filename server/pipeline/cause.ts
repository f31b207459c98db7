import type { Evidence, NextCheck } from '../contract/evidence.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { Stage } from '../contract/stage.ts';
import type { StoppedPodView } from './pod-view.ts';

/**
 * One reason why a pod stops. A cause judges in three values, so that "checked and fine" is never confused with
 * "could not check".
 */
export interface Cause {
  /** = file name, says the condition: "image-not-found". Never renamed after release. */
  readonly id: string;
  /** The stages it may stand at; the first is the usual one. */
  readonly stages: readonly Stage[];
  readonly title: string;
  /** Two plain sentences about the condition, in general. */
  readonly explanation: string;
  /** What it means for the pod it hits. */
  readonly impact: string;
  readonly confusedWith: readonly string[];
  /** True when the node is at fault: such causes are told once, with all pods they hit. */
  readonly isNodeWide: boolean;
  /** True: asked only when no other cause matched ("it exited with 1"). */
  readonly isFallback?: boolean;
  /** Commands and links with the names of this pod filled in. */
  nextChecks(view: StoppedPodView): readonly NextCheck[];
  /** Pure and total: never throws, never waits, never reads a clock. */
  match(view: StoppedPodView, nowMs: number): CauseOutcome;
}

export type CauseOutcome =
  | {
      readonly result: 'matched';
      readonly stage: Stage;
      readonly container: string | null;
      /** The few words that tell it from its kind: "401 from registry.example". */
      readonly detail: string;
      /** The innermost message, null where nothing was said. */
      readonly message: string | null;
      readonly evidence: readonly Evidence[];
    }
  | { readonly result: 'clear' }
  | { readonly result: 'blind'; readonly needs: readonly SourceName[] };
