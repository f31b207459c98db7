import type { RuntimeHealth } from '../contract/node-status.ts';
import type { CallInFlight } from './calls-in-flight.ts';

/** 5 s: a list of a busy node takes 2–3 s; a read that stays open longer than this hangs, though Version answers. */
export const SLOW_READ_MS = 5_000;

export interface HealthFacts {
  readonly state: RuntimeHealth['state'];
  readonly sinceMs: number;
  readonly lastAnswerAtMs: number | null;
  /** Its name as Version told it, once it did. */
  readonly runtimeName: string | null;
  readonly path: string;
  /** Why it is down, one sentence. */
  readonly problem: string | null;
  readonly oldestRead: CallInFlight | null;
  readonly callsInFlight: number;
}

/** The facts as people read them, with seconds counted up to now. */
export function toHealth(facts: HealthFacts, nowMs: number): RuntimeHealth {
  const slow = isSlow(facts.oldestRead, nowMs) ? facts.oldestRead : null;
  const hanging = facts.state === 'hung' ? facts.oldestRead : facts.state === 'ok' ? slow : null;
  return {
    state: facts.state,
    since: toTime(facts.sinceMs),
    lastAnswerAt: facts.lastAnswerAtMs === null ? null : toTime(facts.lastAnswerAtMs),
    hangingCall: facts.state === 'hung' ? (hanging?.rpc ?? 'Version') : (hanging?.rpc ?? null),
    message: toMessage(facts, hanging, nowMs),
    callsInFlight: facts.callsInFlight,
  };
}

/** True when the oldest outstanding read is past the time a busy runtime takes. */
export function isSlow(oldest: CallInFlight | null, nowMs: number): boolean {
  return oldest !== null && nowMs - oldest.startedAtMs > SLOW_READ_MS;
}

function toMessage(facts: HealthFacts, hanging: CallInFlight | null, nowMs: number): string | null {
  const name = facts.runtimeName ?? `The runtime at ${facts.path}`;
  switch (facts.state) {
    case 'connecting':
      return `Connecting to ${facts.path}.`;
    case 'down':
      return facts.problem;
    case 'hung': {
      const call = hanging?.rpc ?? 'Version';
      return `${name} has not answered for ${secondsSince(facts.sinceMs, nowMs)} s; ${call} hangs.`;
    }
    case 'ok':
      return hanging === null
        ? null
        : `${name} answers Version, but ${hanging.rpc} has not answered for ${secondsSince(hanging.startedAtMs, nowMs)} s.`;
  }
}

function secondsSince(sinceMs: number, nowMs: number): number {
  return Math.max(0, Math.round((nowMs - sinceMs) / 1_000));
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
