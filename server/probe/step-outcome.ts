import type { JsonObject } from '../contract/cri-config.ts';

/** A refusal as the runtime, or the rule that stands for kubelet's, put it. */
export interface StepFailure {
  /** The gRPC code's name; of a container that ended, its reason. */
  readonly code: string;
  readonly text: string;
  /** The same as kubelet would tell it, so that its stage can be read from it. */
  readonly told: string;
}

export type StepOutcome =
  | { readonly kind: 'ok'; readonly response: JsonObject | null; readonly note?: string }
  | { readonly kind: 'skipped'; readonly note: string }
  | {
      readonly kind: 'failed';
      readonly failure: StepFailure;
      readonly response?: JsonObject;
      readonly note?: string;
    };
