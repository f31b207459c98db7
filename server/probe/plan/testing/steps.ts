import type { ProbeCall, ProbeStep, ProbeStepState } from '../../../contract/probe.ts';
import { PROBE_CALLS } from '../../../contract/probe-words.ts';

/** All steps of a probe in one state, but for what is said of some of them. */
export function stepsOf(
  state: ProbeStepState,
  others: Partial<Record<ProbeCall, Partial<ProbeStep>>> = {},
): ProbeStep[] {
  return PROBE_CALLS.map((call) => ({
    call,
    state,
    startedAt: null,
    durationMs: null,
    usualMs: null,
    usualP95Ms: null,
    request: null,
    response: null,
    note: null,
    error: null,
    cause: null,
    causeText: null,
    steps: [],
    progress: null,
    ...others[call],
  }));
}
