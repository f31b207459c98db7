import type { Cause, CauseOutcome } from './cause.ts';

/** A cause that matched, with what it said. */
export interface FoundCause {
  readonly cause: Cause;
  readonly outcome: Extract<CauseOutcome, { result: 'matched' }>;
}
