import type { EndReason, StreamCheck, StreamEnd } from '../contract/ticket.ts';

/** Why a stream ended before or while it ran, in words for a person. */
export interface Ending {
  readonly reason: EndReason;
  readonly detail: string | null;
  readonly nextChecks: readonly StreamCheck[];
}

/** An end that is told to the person, not a fault of ours. */
export class StreamFailed extends Error {
  override readonly name = 'StreamFailed';
  readonly ending: Ending;

  constructor(reason: EndReason, detail: string | null, nextChecks: readonly StreamCheck[] = []) {
    super(detail ?? reason);
    this.ending = { reason, detail, nextChecks };
  }
}

/** The last message of a stream. */
export function toEnd(
  { reason, detail, nextChecks }: Ending,
  exitCode: number | null,
  leftBehind: string | null,
): StreamEnd {
  return { control: 'end', reason, detail, exitCode, leftBehind, nextChecks: [...nextChecks] };
}
