import type { CallRecord, LogLine } from '../contract/journal.ts';
import { heardAtMs } from './call-facts.ts';
import { quoteRuntimeLine } from './evidence.ts';
import type { Clue, PodView } from './pod-view.ts';

/** 5 s: the true reason is logged within moments of the failing call. */
const JOIN_WINDOW_MS = 5_000;
/** 250 ms: a line that names nobody is the call's only if it stands right before its end. */
const NAMELESS_WINDOW_MS = 250;
/** What the runtime could not undo after the failure tells nothing about the failure. */
const FOLLOW_UP =
  /^(?:Failed to destroy network|Failed to pipe std|copy shim log|failed to (?:delete|remove|clean))/i;
/** What a helper of the shim wrote itself, entry by entry, and the runtime passes on as one message. */
const NESTED_ENTRY = /^(?:cleanup warnings )?time="[^"]*" level=/;
const NESTED_ERROR = /\berror="((?:[^"\\]|\\.)*)"/g;
/** Of what never began nothing can be read: no reason, a consequence. */
const NESTED_FOLLOW_UP = /init\.pid: no such file or directory$/;
/** Lines of runc, crun or a shim that the runtime passes on; the runtime's own lines name what they are about. */
const LOW_LEVEL = /\b(?:runc|crun|kata|runsc|youki|shim|oci runtime|libcontainer|nsexec|conmon)\b/i;

/** Notices are for the timeline: without an error they tell no reason. */
function isTelling(line: LogLine, call: CallRecord): boolean {
  const isNotice = line.level === 'info' && line.fields['error'] === undefined;
  return !isNotice && line.text !== call.text && !FOLLOW_UP.test(line.message);
}

/** containerd 1.x has them in its message, 2.x in a field of their own. */
function nestedEntries({ message, fields }: LogLine): string | null {
  return [message, ...Object.values(fields)].find((text) => NESTED_ENTRY.test(text)) ?? null;
}

function toClues(line: LogLine): Clue[] {
  const evidence = quoteRuntimeLine(line);
  const nested = nestedEntries(line);
  if (nested === null) {
    const error = line.fields['error'] ?? line.fields['err'] ?? '';
    return [{ text: [line.message, error].join(': '), evidence }];
  }
  return [...nested.matchAll(NESTED_ERROR)]
    .map(([, quoted = '']) => quoted.replaceAll('\\n', ' ').replaceAll('\\"', '"').trim())
    .filter((text) => !NESTED_FOLLOW_UP.test(text))
    .map((text) => ({ text, evidence }));
}

/** The index of the first entry that is not before `atMs`, in a list that is sorted by time. */
function firstFrom<T>(list: readonly T[], atMs: number, timeOf: (item: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && timeOf(item) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

const CREATING: ReadonlySet<string> = new Set([
  'RunPodSandbox',
  'CreateContainer',
  'StartContainer',
]);

/** Whether another call that could have caused such a line was under way at that time. */
function isAccompanied(view: PodView, call: CallRecord, fromMs: number, toMs: number): boolean {
  return view.node.around.calls.some(
    (other) =>
      other !== call &&
      CREATING.has(other.call) &&
      (other.beganAtMs ?? heardAtMs(other)) <= toMs &&
      (other.outcome === 'open' || heardAtMs(other) >= fromMs),
  );
}

/** Lines of the OCI runtime that name nobody, right before the end of the only call that was under way. */
function namelessClues(view: PodView, call: CallRecord): Clue[] {
  const { namelessLines } = view.node.around;
  const endMs = call.endedAtMs;
  if (namelessLines.length === 0 || endMs === null) return [];
  const fromMs = Math.max(call.beganAtMs ?? 0, endMs - NAMELESS_WINDOW_MS);
  const found: LogLine[] = [];
  const first = firstFrom(namelessLines, fromMs, (line) => line.atMs ?? 0);
  for (let index = first; index < namelessLines.length; index += 1) {
    const line = namelessLines[index];
    if (line === undefined || (line.atMs ?? 0) > endMs) break;
    if (LOW_LEVEL.test(line.text) && isTelling(line, call)) found.push(line);
  }
  if (found.length === 0 || isAccompanied(view, call, fromMs, endMs)) return [];
  return found.flatMap(toClues);
}

/**
 * Warnings and errors around the failing call: those that name the pod, its sandbox or container, then those of the OCI
 * runtime that name nobody while no other call was under way. The innermost cause may stand there.
 */
export function joinedClues(view: PodView, call: CallRecord): Clue[] {
  const atMs = heardAtMs(call);
  const named = view.runtimeLog
    .filter((line) => isTelling(line, call) && Math.abs((line.atMs ?? 0) - atMs) <= JOIN_WINDOW_MS)
    .flatMap(toClues);
  return [...named, ...namelessClues(view, call)];
}
