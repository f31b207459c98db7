import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { TimelineEntry } from '../contract/pod.ts';
import { durationOf } from './call-facts.ts';
import { type ExitFacts, exitOf } from './exit-facts.ts';
import { syncErrors } from './kubelet-lines.ts';
import { finite } from './numbers.ts';
import type { ContainerView, PodView } from './pod-view.ts';
import { shorten } from './status-words.ts';
import { iso } from './time.ts';
import { unwrapError } from './unwrap-error.ts';

/** What a moment is made of; its words are written only if it is told. */
type Source =
  | { readonly atMs: number; readonly call: CallRecord }
  | { readonly atMs: number; readonly line: LogLine }
  | { readonly atMs: number; readonly words: Words }
  | { readonly atMs: number; readonly container: ContainerView; readonly exit: ExitFacts };

type Words = Pick<TimelineEntry, 'actor' | 'text' | 'outcome' | 'durationMs'>;

function subjectOf(call: CallRecord, view: PodView): string {
  if (call.imageRef !== null) return ` ${call.imageRef}`;
  if (call.container !== null) return ` ${call.container.name}`;
  if (call.containerId === null) return '';
  const owner = view.containers.find((item) => item.record?.id === call.containerId);
  return owner === undefined ? '' : ` ${owner.name}`;
}

function callWords(call: CallRecord, view: PodView): Words {
  const error = call.error === null ? '' : `: ${unwrapError(call.error).message}`;
  return {
    actor: 'runtime',
    text: `${call.call}${subjectOf(call, view)}${error}`,
    outcome: call.outcome === 'open' ? 'running' : call.outcome,
    durationMs: durationOf(call),
  };
}

const NOTICE = /^(?:Killing container|Probe failed)/;

function lineWords(line: LogLine): Words {
  const [error] = syncErrors(line);
  const about = line.fields['containerName'];
  const text =
    error === undefined
      ? `${line.message}${about === undefined ? '' : ` ${about}`}`
      : `${error.reason}: ${unwrapError(error.text).message}`;
  const outcome = line.message.startsWith('Killing') ? 'info' : 'failed';
  return { actor: 'kubelet', text, outcome, durationMs: null };
}

function wordsOf(source: Source, view: PodView): Words {
  if ('call' in source) return callWords(source.call, view);
  if ('line' in source) return lineWords(source.line);
  if ('words' in source) return source.words;
  const text = `${source.container.name} ended: ${source.exit.evidence.text}`;
  const outcome = source.exit.exitCode === 0 ? 'ok' : 'failed';
  return { actor: 'container', text, outcome, durationMs: null };
}

function addCalls(sources: Source[], calls: readonly CallRecord[], max: number): void {
  for (let index = Math.max(0, calls.length - max); index < calls.length; index += 1) {
    const call = calls[index];
    const atMs = call?.beganAtMs ?? call?.endedAtMs ?? null;
    if (call !== undefined && atMs !== null) sources.push({ atMs, call });
  }
}

function addLines(sources: Source[], lines: readonly LogLine[], max: number): void {
  for (let index = Math.max(0, lines.length - max); index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || line.atMs === null) continue;
    if (NOTICE.test(line.message) || syncErrors(line).length > 0)
      sources.push({ atMs: line.atMs, line });
  }
}

/** 160 characters: a line of the timeline; the evidence has it whole. */
const MAX_WORDS_LENGTH = 160;
/** 15 min: what changed on the node longer before the pod came is another story. */
const CHANGE_WINDOW_MS = 15 * 60_000;
/** 10 entries of each kind: what the node did must not push out what the pod did. */
const MAX_FACTS = 10;

function said(
  actor: TimelineEntry['actor'],
  text: string,
  outcome: TimelineEntry['outcome'],
): Words {
  return { actor, text: shorten(text, MAX_WORDS_LENGTH), outcome, durationMs: null };
}

function addEvents(sources: Source[], view: PodView): void {
  const hasLog = view.node.has['kubelet-log'];
  for (const event of view.facts.events.slice(-MAX_FACTS)) {
    // kubelet's own events repeat its log, which tells them better.
    if (event.lastAtMs === null || (hasLog && event.component === 'kubelet')) continue;
    const outcome = event.type === 'Warning' ? 'failed' : 'info';
    const words = said('api', `${event.reason}: ${event.message}`, outcome);
    sources.push({ atMs: event.lastAtMs, words });
  }
}

function addRuntimeLines(sources: Source[], view: PodView): void {
  for (const line of view.runtimeLog.slice(-MAX_FACTS)) {
    // A failing call is told with its error already.
    if (line.atMs === null || /^[A-Z]\w+ .*failed/.test(line.message)) continue;
    const error = line.fields['error'] ?? line.fields['err'];
    const text = error === undefined ? line.message : `${line.message}: ${error}`;
    const isLoud = line.level === 'error' || line.level === 'fatal';
    sources.push({ atMs: line.atMs, words: said('runtime', text, isLoud ? 'failed' : 'info') });
  }
}

/** What kernel, API server and node add; the node's changes only where something is wrong. */
function addFacts(sources: Source[], view: PodView, isTroubled: boolean): void {
  for (const line of view.facts.kernelLog.slice(-MAX_FACTS)) {
    if (line.atMs !== null) {
      sources.push({ atMs: line.atMs, words: said('kernel', line.message, 'failed') });
    }
  }
  addEvents(sources, view);
  if (!isTroubled) return;
  addRuntimeLines(sources, view);
  const fromMs =
    (view.createdAtMs ?? sources[0]?.atMs ?? Number.POSITIVE_INFINITY) - CHANGE_WINDOW_MS;
  const changes = view.node.around.changes().filter((item) => item.atMs >= fromMs);
  for (const { atMs, text } of changes.slice(-MAX_FACTS)) {
    sources.push({ atMs, words: said('node', text, 'info') });
  }
}

function sourcesOf(view: PodView, max: number, isTroubled: boolean): Source[] {
  const sources: Source[] = [];
  addCalls(sources, view.sandboxCalls, max);
  addCalls(sources, view.teardownCalls, max);
  addLines(sources, view.kubeletLog, max);
  for (const container of view.containers) {
    addCalls(sources, container.pulls, max);
    addCalls(sources, container.creates, max);
    addCalls(sources, container.starts, max);
    addCalls(sources, container.stops, max);
    const exit = exitOf(container);
    if (exit?.finishedAtMs != null) sources.push({ atMs: exit.finishedAtMs, container, exit });
  }
  addFacts(sources, view, isTroubled);
  return sources.sort((a, b) => a.atMs - b.atMs);
}

/** Two containers of one image share their pulls. */
function isRepeat(source: Source, before: Source | undefined): boolean {
  return (
    before !== undefined && 'call' in source && 'call' in before && source.call === before.call
  );
}

/** The pod's story in the order of time, equal neighbours folded, the newest `max` moments. */
export function timelineOf(
  view: PodView,
  max: number,
  isTroubled: boolean,
): readonly TimelineEntry[] {
  const sources = sourcesOf(view, max, isTroubled);
  const entries: TimelineEntry[] = [];
  let last: TimelineEntry | undefined;
  for (let index = Math.max(0, sources.length - max); index < sources.length; index += 1) {
    const source = sources[index];
    if (source === undefined || isRepeat(source, sources[index - 1])) continue;
    const { actor, text, outcome, durationMs } = wordsOf(source, view);
    if (last?.text === text && last.actor === actor && last.outcome === outcome) {
      last.count += 1;
      continue;
    }
    const at = iso(source.atMs);
    if (at === null) continue;
    last = { at, actor, text, outcome, durationMs: finite(durationMs), count: 1 };
    entries.push(last);
  }
  return entries;
}
