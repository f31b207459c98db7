import type { Probe, ProbeStep } from '../../contract/probe.ts';

/** What a probe's sentence is made of. */
export type ProbeSoFar = Pick<Probe, 'state' | 'steps' | 'next' | 'cancel' | 'runtimeHandler'>;

/** Characters of an error's innermost message in the sentence. */
const MAX_MESSAGE_CHARS = 160;
const COUNTS = ['no call', 'one call', 'two calls', 'three calls', 'four calls'] as const;

/** What a probe proves, or where it stopped and why. Its clean-up has words of its own. */
export function probeSentence(probe: ProbeSoFar): string {
  switch (probe.state) {
    case 'pending':
      return 'Nothing has been asked of the runtime yet.';
    case 'running':
      return running(probe);
    case 'waiting':
      return probe.next === 'CleanUp'
        ? 'All calls are made. Next: clean up.'
        : `Waits for you. Next: ${probe.next ?? 'clean up'}.`;
    case 'succeeded':
      return `This node can start a pod${handlerOf(probe)}: ${timings(probe.steps)}.`;
    case 'failed':
      return failed(probe);
    case 'cancelled':
      return cancelled(probe);
  }
}

function running({ steps, next }: ProbeSoFar): string {
  const step = steps.find(({ state }) => state === 'running');
  if (step !== undefined) return `${step.call} is running${usual(step.usualMs)}.`;
  return next === 'CleanUp' || next === null ? 'All calls are made.' : `Next: ${next}.`;
}

function handlerOf({ runtimeHandler }: ProbeSoFar): string {
  return runtimeHandler === '' ? '' : ` with the handler ${runtimeHandler}`;
}

function usual(usualMs: number | null): string {
  return usualMs === null ? '' : `, usually ${duration(usualMs)}`;
}

/** "four calls in 1.2 s, usually 0.9 s". */
function timings(steps: readonly ProbeStep[]): string {
  const made = callsOf(steps).filter(({ state }) => state === 'ok');
  const took = sum(made.map(({ durationMs }) => durationMs));
  const used = sum(made.map(({ usualMs }) => usualMs));
  const calls = COUNTS[made.length] ?? `${made.length} calls`;
  const skipped = callsOf(steps).some(
    ({ call, state }) => call === 'PullImage' && state === 'skipped',
  );
  const time = took === null ? '' : ` in ${duration(took)}${usual(used)}`;
  return `${calls}${time}${skipped ? ', and the image was here already' : ''}`;
}

function callsOf(steps: readonly ProbeStep[]): readonly ProbeStep[] {
  return steps.filter(({ call }) => call !== 'Observe');
}

/** Null as soon as one of them is not known: a part is not the whole. */
function sum(times: readonly (number | null)[]): number | null {
  let total = 0;
  for (const time of times) {
    if (time === null) return null;
    total += time;
  }
  return times.length === 0 ? null : total;
}

function failed(probe: ProbeSoFar): string {
  const { steps } = probe;
  const step = steps.find(({ state }) => state === 'failed');
  if (step === undefined) return 'It failed in cri-triage itself; its log says why.';
  const reason = reasonOf(step);
  if (step.call !== 'Observe') return `Stopped at ${step.call}${reason}.`;
  return `This node can start a pod${handlerOf(probe)} (${timings(steps)}), but its container did not stay${reason}.`;
}

/** The cause in words; else what the runtime said last. */
function reasonOf({ causeText, error, note }: ProbeStep): string {
  const words = causeText?.title ?? (error === null ? note : innermostOf(error)) ?? '';
  return words === '' ? '' : `: ${words.replace(/[.\s]+$/, '')}`;
}

function innermostOf({ text, innermost: [start, end] }: NonNullable<ProbeStep['error']>): string {
  const message = text.slice(start, end).trim() || text.trim();
  return message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message;
}

function cancelled(probe: ProbeSoFar): string {
  const { steps, cancel } = probe;
  const why = cancel?.sentence ?? 'Cancelled.';
  if (steps.some(({ state }) => state === 'failed')) return `${why} Until then: ${failed(probe)}`;
  const at = steps.find(({ state }) => UNDONE.has(state));
  if (at === undefined || at.call === 'Observe') {
    return `${why} Until then: this node can start a pod${handlerOf(probe)}.`;
  }
  const when = at.state === 'cancelled' ? 'during' : 'before';
  const made = callsOf(steps).filter(({ state }) => state === 'ok').length;
  return `${why} It came ${when} ${at.call}${made === 0 ? '' : `; ${COUNTS[made]} went well`}.`;
}

const UNDONE: ReadonlySet<ProbeStep['state']> = new Set(['cancelled', 'pending', 'not-reached']);

/** "0.9 s", "38 ms", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const rest = seconds % 60;
  return rest === 0
    ? `${Math.floor(seconds / 60)} min`
    : `${Math.floor(seconds / 60)} min ${rest} s`;
}
