import type { Evidence } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { PodHistory } from '../contract/history.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';
import { STAGE_LABEL } from '../contract/stage.ts';

/** 240 characters: a line of a report is read in one glance; the whole text stands below. */
const MAX_QUOTE_CHARS = 240;
/** Names of pods told in one line. */
const MAX_NAMES = 4;

type Series = NonNullable<PodHistory['series']>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "42 s", "12 min", "3 h 5 min", "2 d 4 h". */
export function ageWords(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / 1_000)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) {
    return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
  }
  return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
}

/** One line of a text, cut in the middle where it is long: both ends of an error matter. */
export function oneLine(text: string, maxChars = MAX_QUOTE_CHARS): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxChars) return line;
  const half = Math.floor((maxChars - 3) / 2);
  return `${line.slice(0, half)} … ${line.slice(-half)}`;
}

/** "2026-01-02 03:12:04 UTC (12 min ago)". */
function momentWords(at: string, madeAt: string): string {
  const when = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
  return `${when} (${ageWords(Date.parse(madeAt) - Date.parse(at))} ago)`;
}

/** A quoted line with its speaker and place. */
export function quoteWords({ source, where, at, text }: Evidence): string {
  const when = at === null ? '' : ` at ${at.slice(11, 19)} UTC`;
  return `${source}, ${where}${when}: "${oneLine(text)}"`;
}

function names(pods: Finding['pods']): string {
  const told = pods.slice(0, MAX_NAMES).map((pod) => `${pod.namespace}/${pod.name}`);
  const more = pods.length - told.length;
  return told.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function nextLine(checks: Finding['nextChecks']): string {
  const [first] = checks;
  if (first === undefined) return 'Next: nothing is known to check.';
  return `Next: ${first.text}${first.command === null ? '' : `: ${oneLine(first.command)}`}`;
}

function changeLine(findings: readonly Finding[], madeAt: string): string | null {
  const change = findings.flatMap((finding) => finding.changes ?? [])[0];
  if (change === undefined) return null;
  return `Before it: ${change.text}, ${momentWords(change.at, madeAt)}.`;
}

function whereLine(pod: PodDetail, node: NodeStatus, madeAt: string): string {
  const { verdict } = pod;
  const of = verdict.container === null ? '' : ` of container ${verdict.container}`;
  const since = verdict.since === null ? '' : `, since ${momentWords(verdict.since, madeAt)}`;
  const gone = pod.source === 'history' ? ', gone by now' : '';
  return `Pod ${pod.namespace}/${pod.name} on node ${node.name}${gone}: ${verdict.outcome} at ${STAGE_LABEL[verdict.stage]} (${verdict.state})${of}${since}.`;
}

function whyLine(pod: PodDetail): string {
  const { verdict } = pod;
  const message = verdict.message === null ? '' : ` — ${oneLine(verdict.message)}`;
  if (verdict.cause !== null) {
    return `Why: ${pod.cause?.title ?? verdict.cause} (${verdict.cause})${message}`;
  }
  if (verdict.needs.length > 0) return `Why: not known; needs ${verdict.needs.join(', ')}.`;
  return verdict.state === 'failed' || verdict.outcome === 'stuck'
    ? `Why: no known cause fits${message}`
    : `Why: nothing is wrong; ${verdict.summary}.`;
}

function othersLine(pod: PodDetail, findings: readonly Finding[]): string {
  const others = findings
    .flatMap((finding) => finding.pods)
    .filter((other) => other.namespace !== pod.namespace || other.name !== pod.name);
  const unique = [
    ...new Map(others.map((other) => [`${other.namespace}/${other.name}`, other])).values(),
  ];
  if (unique.length === 0) return 'Who else: no other pod of this node is known to be hit.';
  return `Who else: ${unique.length} more on this node: ${names(unique)}.`;
}

function afterWords({ after, firstFailureAt }: Series): string {
  if (after === null || after === undefined) return '';
  const seconds = Math.round((Date.parse(firstFailureAt) - Date.parse(after.at)) / 1_000);
  return `, first ${seconds} s after ${after.text}`;
}

function seriesLine(pod: PodDetail, madeAt: string): string | null {
  const series = pod.history?.series ?? null;
  if (series === null) return null;
  const since = momentWords(series.firstFailureAt, madeAt);
  return `Before it: ${series.call} failed ${series.attempts} times since ${since}${afterWords(series)}.`;
}

/** The six lines about one pod: where, why, proof, who else, what came before, what next. */
export function podLines(
  pod: PodDetail,
  node: NodeStatus,
  findings: readonly Finding[],
  madeAt: string,
): string[] {
  const [proof] = pod.verdict.evidence;
  return [
    whereLine(pod, node, madeAt),
    whyLine(pod),
    proof === undefined ? 'Proof: none is at hand.' : `Proof: ${quoteWords(proof)}`,
    othersLine(pod, findings),
    (pod.history?.series?.after ? null : changeLine(findings, madeAt)) ??
      seriesLine(pod, madeAt) ??
      'Before it: no change of the node is known.',
    nextLine(pod.cause?.nextChecks ?? []),
  ];
}

/** The same six lines about the node, led by its first finding. */
export function nodeLines(
  node: NodeStatus,
  findings: readonly Finding[],
  madeAt: string,
): string[] {
  const [first] = findings;
  const { lead, rest } = node.sentence;
  const proof = first?.evidence[0];
  return [
    `Node ${node.name}: ${oneLine(`${lead} ${rest}`)}`,
    first === undefined
      ? 'Why: no finding concerns the node as a whole.'
      : `Why: ${first.title} (${first.cause})${first.since === null ? '' : `, since ${momentWords(first.since, madeAt)}`}.`,
    proof === undefined ? 'Proof: none is at hand.' : `Proof: ${quoteWords(proof)}`,
    first === undefined || first.pods.length === 0
      ? 'Who: no pod is known to be hit by it.'
      : `Who: ${first.pods.length} ${first.pods.length === 1 ? 'pod' : 'pods'}: ${names(first.pods)}.`,
    changeLine(findings, madeAt) ?? 'Before it: no change of the node is known.',
    nextLine(first?.nextChecks ?? []),
  ];
}
