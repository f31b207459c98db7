import type { CallRecord } from '../contract/journal.ts';
import type { TimelineEntry } from '../contract/pod.ts';
import { exitOf } from './exit-facts.ts';
import { syncErrors } from './kubelet-lines.ts';
import type { PodView } from './pod-view.ts';
import { iso } from './time.ts';
import { unwrapError } from './unwrap-error.ts';

/** 100: what a page shows; older entries of a loop repeat the newer ones. */
const MAX_ENTRIES = 100;

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

function callMoments(view: PodView): Moment[] {
  const names = new Map(view.containers.map((item) => [item.record?.id ?? '', item.name]));
  const calls = new Set<CallRecord>([...view.sandboxCalls, ...view.teardownCalls]);
  for (const item of view.containers) {
    for (const call of [...item.pulls, ...item.creates, ...item.starts, ...item.stops])
      calls.add(call);
  }
  return [...calls].map((call) => momentOf(call, names)).filter((item) => item !== null);
}

function kubeletMoments(view: PodView): Moment[] {
  const moments: Moment[] = [];
  for (const line of view.kubeletLog) {
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
  for (const moment of moments) {
    const { atMs, ...rest } = moment;
    const at = iso(atMs);
    if (at === null) continue;
    const last = entries.at(-1);
    if (
      last !== undefined &&
      last.text === rest.text &&
      last.actor === rest.actor &&
      last.outcome === rest.outcome
    ) {
      entries[entries.length - 1] = { ...last, count: last.count + 1 };
      continue;
    }
    entries.push({ at, ...rest, count: 1 });
  }
  return entries;
}

/** The pod's story in the order of time, equal neighbours folded, the newest kept. */
export function timelineOf(view: PodView): readonly TimelineEntry[] {
  const moments = [...callMoments(view), ...kubeletMoments(view), ...exitMoments(view)];
  moments.sort((a, b) => a.atMs - b.atMs);
  return fold(moments).slice(-MAX_ENTRIES);
}
