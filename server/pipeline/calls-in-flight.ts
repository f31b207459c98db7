import type { CallRecord } from '../contract/journal.ts';
import type { CallInFlight } from '../contract/node-status.ts';
import type { StoppedPodView } from './pod-view.ts';
import { iso } from './time.ts';

/** 2 s: shorter calls are the normal pulse of a node. */
const MIN_AGE_MS = 2_000;

function subjectOf(call: CallRecord, pod: string): string {
  return call.imageRef === null ? pod : `${call.imageRef} for ${pod}`;
}

function openCalls(view: StoppedPodView): { call: CallRecord; detail: string | null }[] {
  const found: { call: CallRecord; detail: string | null }[] = [];
  const take = (call: CallRecord | undefined, detail: string | null): void => {
    if (call?.outcome === 'open' && call.doubt === undefined) found.push({ call, detail });
  };
  const detailOf = (stage: string, container: string | null): string | null =>
    view.results.find(
      (item) => item.stage === stage && item.container === container && item.state === 'running',
    )?.detail ?? null;
  take(view.sandboxCalls.at(-1), null);
  take(view.teardownCalls.at(-1), null);
  for (const item of view.containers) {
    // A pull counts only for the container whose cell says that it runs: the call names no pod.
    const pull = view.results.find((cell) => cell.stage === 'pull' && cell.container === item.name);
    if (pull?.state === 'running') take(item.pulls.at(-1), detailOf('pull', item.name));
    take(item.creates.at(-1), item.name);
    take(item.starts.at(-1), item.name);
    take(item.stops.at(-1), item.name);
  }
  return found;
}

/** Calls that have been under way for more than two seconds, the longest first, each once. */
export function callsInFlight(
  views: readonly StoppedPodView[],
  nowMs: number,
): readonly CallInFlight[] {
  const seen = new Set<CallRecord>();
  const list: CallInFlight[] = [];
  for (const view of views) {
    for (const { call, detail } of openCalls(view)) {
      const since = iso(call.beganAtMs);
      if (since === null || seen.has(call) || nowMs - (call.beganAtMs ?? nowMs) < MIN_AGE_MS)
        continue;
      seen.add(call);
      list.push({
        call: call.call,
        subject: subjectOf(call, `${view.namespace}/${view.name}`),
        since,
        detail,
      });
    }
  }
  return list.sort((a, b) => a.since.localeCompare(b.since));
}
