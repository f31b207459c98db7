import type { Evidence, EvidenceSource } from '../contract/evidence.ts';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import { iso } from './time.ts';

/** 4,000 characters: a runtime's error fits; a dumped stack does not need to travel whole. */
const MAX_TEXT_LENGTH = 4_000;
/** As crictl prints ids: enough to be unique on a node. */
const SHORT_ID_LENGTH = 13;

/** A quoted sentence with its place; overlong texts are cut at the end and say so. */
export function quote(
  source: EvidenceSource,
  where: string,
  atMs: number | null,
  text: string,
): Evidence {
  const isLong = text.length > MAX_TEXT_LENGTH;
  return {
    source,
    where,
    at: iso(atMs),
    text: isLong ? `${text.slice(0, MAX_TEXT_LENGTH)} … (cut)` : text,
    mark: null,
  };
}

/** The log line that ended (or, while open, began) a call. */
export function quoteCall(record: CallRecord): Evidence {
  return quote('runtime-log', record.where, record.endedAtMs ?? record.beganAtMs, record.text);
}

/** A line of kubelet's log. */
export function quoteKubeletLine(line: LogLine): Evidence {
  return quote('kubelet-log', line.where, line.atMs, line.text);
}

/** A line of the runtime's log. */
export function quoteRuntimeLine(line: LogLine): Evidence {
  return quote('runtime-log', line.where, line.atMs, line.text);
}

/** The same evidence with the deciding part marked, where that part can be found in its text. */
export function markPart(evidence: Evidence, part: string): Evidence {
  if (part === '') return evidence;
  for (const form of [part, part.replaceAll('"', '\\"'), part.replaceAll('"', '\\\\\\"')]) {
    const start = evidence.text.lastIndexOf(form);
    if (start >= 0) return { ...evidence, mark: [start, start + form.length] };
  }
  return evidence;
}

/** An id as people see it in crictl. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** Keeps the first of each pair of source and place with equal text. */
export function uniqueEvidence(list: readonly Evidence[]): Evidence[] {
  if (list.length < 2) return [...list];
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = `${item.source}\n${item.where}\n${item.text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
