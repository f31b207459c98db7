import type { CallRecord } from '../contract/journal.ts';
import type { TimelineEntry } from '../contract/pod.ts';
import { exitOf } from './exit-facts.ts';
import { syncErrors } from './kubelet-lines.ts';
import { finite } from './numbers.ts';
import type { PodView } from './pod-view.ts';
import { iso } from './time.ts';
import { unwrapError } from './unwrap-error.ts';

interface Moment {
  readonly atMs: number;
  readonly actor: TimelineEntry['actor'];
  readonly text: string;
  readonly outcome: TimelineEntry['outcome'];
  readonly durationMs: number | null;
}

function subjectOf(call: CallRecord, names: ReadonlyMap<string, string>): string {
  if (call.imageRef !== null) return ` ${call.imageRef}`;
  if (call.container !== null) return ` ${call.container.name}`;
  const name = call.containerId === null ? undefined : names.get(call.containerId);
  return name === undefined ? '' : ` ${name}`;
}

function momentOf(call: CallRecord, names: ReadonlyMap<string, string>): Moment | null {
  const atMs = call.beganAtMs ?? call.endedAtMs;
  if (atMs === null) return null;
  const isMeasured = call.beganAtMs !== null && call.endedAtMs !== null;
  const error = call.error === null ? '' : `: ${unwrapError(call.error).message}`;
  return {
    atMs,
    actor: 'runtime',
    text: `${call.call}${subjectOf(call, names)}${error}`,
    outcome: call.outcome === 'open' ? 'running' : call.outcome,
    durationMs: isMeasured ? Math.max(0, (call.endedAtMs ?? 0) - (call.beganAtMs ?? 0)) : null,
  };
}

/** The newest calls of the pod, at most `max` of each kind. */
function newestCalls(view: PodView, max: number): CallRecord[] {
  const calls: CallRecord[] = [];
  const add = (list: readonly CallRecord[]): void => {
    for (let index = Math.max(0, list.length - max); index < list.length; index += 1) {
      const call = list[index];
      if (call !== undefined) calls.push(call);
    }
  };
  add(view.sandboxCalls);
  add(view.teardownCalls);
  for (const { pulls, creates, starts, stops } of view.containers) {
    add(pulls);
    add(creates);
    add(starts);
    add(stops);
  }
  calls.sort((a, b) => beganAtMs(a) - beganAtMs(b));
  // Two containers of one image share their pulls.
  return calls.filter((call, index) => call !== calls[index - 1]).slice(-max);
}

function callMoments(view: PodView, max: number): Moment[] {
  const names = new Map(view.containers.map((item) => [item.record?.id ?? '', item.name]));
  const moments: Moment[] = [];
  for (const call of newestCalls(view, max)) {
    const moment = momentOf(call, names);
    if (moment !== null) moments.push(moment);
  }
  return moments;
}

function beganAtMs(call: CallRecord): number {
  return call.beganAtMs ?? call.endedAtMs ?? 0;
}

function kubeletMoments(view: PodView, max: number): Moment[] {
  const moments: Moment[] = [];
  for (const line of view.kubeletLog.slice(-max)) {
    if (line.atMs === null) continue;
    const [error] = syncErrors(line);
    const isKill = /^(?:Killing container|Probe failed)/.test(line.message);
    if (error === undefined && !isKill) continue;
    const about =
      line.fields['containerName'] === undefined ? '' : ` ${line.fields['containerName']}`;
    const text =
      error === undefined
        ? `${line.message}${about}`
        : `${error.reason}: ${unwrapError(error.text).message}`;
    const outcome = isKill && /^Killing/.test(line.message) ? 'info' : 'failed';
    moments.push({ atMs: line.atMs, actor: 'kubelet', text, outcome, durationMs: null });
  }
  return moments;
}

function exitMoments(view: PodView): Moment[] {
  const moments: Moment[] = [];
  for (const container of view.containers) {
    const exit = exitOf(container);
    if (exit === null || exit.finishedAtMs === null) continue;
    const text = `${container.name} ended: ${exit.evidence.text}`;
    const outcome = exit.exitCode === 0 ? 'ok' : 'failed';
    moments.push({ atMs: exit.finishedAtMs, actor: 'container', text, outcome, durationMs: null });
  }
  return moments;
}

function fold(moments: readonly Moment[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const { atMs, actor, text, outcome, durationMs } of moments) {
    const last = entries.at(-1);
    if (last?.text === text && last.actor === actor && last.outcome === outcome) {
      entries[entries.length - 1] = { ...last, count: last.count + 1 };
      continue;
    }
    const at = iso(atMs);
    if (at !== null)
      entries.push({ at, actor, text, outcome, durationMs: finite(durationMs), count: 1 });
  }
  return entries;
}

/** The pod's story in the order of time, equal neighbours folded, the newest kept. */
export function timelineOf(view: PodView, max: number): readonly TimelineEntry[] {
  const moments = [...callMoments(view, max), ...kubeletMoments(view, max), ...exitMoments(view)];
  moments.sort((a, b) => a.atMs - b.atMs);
  return fold(moments).slice(-max);
}
