import type { ConfigFile } from '../contract/host-facts.ts';
import type { LogLine } from '../contract/journal.ts';
import type { NodeChange } from '../contract/node-change.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { quote, quoteKubeletLine, quoteRuntimeLine } from './evidence.ts';
import { clockWords, iso, millis } from './time.ts';

/** 15 min: what changed longer before the first failure had other chances to do harm. */
const WINDOW_MS = 15 * 60_000;
/** 60 s: the first failure may be noted a moment before the change that caused it is, and is joined still. */
const LATE_MS = 60_000;
/** 5 s: process start and log line tell of the same restart. */
const SAME_MS = 5_000;
/** 10: a list that a person reads at once. */
const MAX_CHANGES = 10;
/** 200: of a log with a change in every line the newest are kept. */
const MAX_COLLECTED = 200;

type Kind = NodeChange['kind'];

/** Something that changed, before it is told. */
export interface Change {
  readonly atMs: number;
  readonly kind: Kind;
  readonly text: string;
  readonly evidence: NodeChange['evidence'];
}

function runtimeName(snapshot: NodeSnapshot): string {
  return (snapshot.version.available ? snapshot.version.value.runtimeName : null) ?? 'the runtime';
}

function bootChanges(snapshot: NodeSnapshot): Change[] {
  if (!snapshot.host.boot.available) return [];
  const { bootedAtMs, runtimeStartedAtMs, kubeletStartedAtMs } = snapshot.host.boot.value;
  const list: Change[] = [];
  const add = (atMs: number | null, kind: Kind, text: string, where: string): void => {
    if (atMs === null) return;
    const evidence = quote('host', where, atMs, `${text} at ${clockWords(atMs)}`);
    list.push({ atMs, kind, text, evidence });
  };
  const name = runtimeName(snapshot);
  add(bootedAtMs, 'reboot', 'the node was booted', '/proc/stat btime');
  add(runtimeStartedAtMs, 'runtime-restarted', `${name} was started`, `start time of ${name}`);
  add(kubeletStartedAtMs, 'kubelet-restarted', 'kubelet was started', 'start time of kubelet');
  return list;
}

const FILE_WORDS: Readonly<Record<ConfigFile['kind'], readonly [Kind, string]>> = {
  runtime: ['config-changed', 'was written'],
  kubelet: ['config-changed', 'was written'],
  registry: ['config-changed', 'was written'],
  crictl: ['config-changed', 'was written'],
  cni: ['cni-changed', 'was written'],
  binary: ['config-changed', 'was replaced'],
};

function fileChanges(snapshot: NodeSnapshot): Change[] {
  return valueOr(snapshot.host.configFiles, []).flatMap((file) => {
    if (file.modifiedAtMs === null) return [];
    const [own, verb] = FILE_WORDS[file.kind];
    const kind = /\/cni\//.test(file.path) ? 'cni-changed' : own;
    const text = `${file.path} ${verb}`;
    const evidence = quote(
      'host',
      file.path,
      file.modifiedAtMs,
      `modified, ${file.sizeBytes} bytes`,
    );
    return [{ atMs: file.modifiedAtMs, kind, text, evidence }];
  });
}

interface LineRule {
  readonly pattern: RegExp;
  readonly kind: Kind;
  readonly text: (line: LogLine) => string;
}

const RUNTIME_RULES: readonly LineRule[] = [
  {
    pattern: /^(?:starting containerd|containerd successfully booted|Starting CRI-O)/,
    kind: 'runtime-restarted',
    text: (line) => `${/CRI-O/.test(line.message) ? 'CRI-O' : 'containerd'} was started`,
  },
  {
    pattern: /^(?:ImageDelete event|Removed image)/,
    kind: 'image-removed',
    text: (line) => `an image was removed: ${imageIn(line)}`,
  },
  { pattern: /no space left on device/i, kind: 'disk-full', text: () => 'a disk was full' },
];

const KUBELET_RULES: readonly LineRule[] = [
  {
    pattern: /^(?:Kubelet version|Container runtime initialized)/,
    kind: 'kubelet-restarted',
    text: () => 'kubelet was started',
  },
  {
    pattern: /^Removing image to free bytes/,
    kind: 'image-removed',
    text: (line) => `kubelet removed an image to free space: ${imageIn(line)}`,
  },
  {
    pattern: /^Eviction manager: (?:attempting to reclaim|must evict)/,
    kind: 'disk-full',
    text: (line) => `kubelet was short of ${line.fields['resourceName'] ?? 'a resource'}`,
  },
];

const KERNEL_RULES: readonly LineRule[] = [
  {
    pattern: /oom-kill:|out of memory: Kill|Killed process|killed as a result of limit/i,
    kind: 'out-of-memory',
    text: (line) => `the kernel killed ${line.fields['comm'] ?? 'a process'} for want of memory`,
  },
];

function imageIn(line: LogLine): string {
  const named = /name:\\*"([^"\\]+)/.exec(line.text)?.[1];
  return named ?? line.fields['imageID'] ?? line.fields['image'] ?? line.message;
}

function lineChanges(
  lines: readonly LogLine[],
  rules: readonly LineRule[],
  quoteLine: (line: LogLine) => NodeChange['evidence'],
): Change[] {
  const list: Change[] = [];
  for (const line of lines) {
    const { atMs } = line;
    const rule = atMs === null ? undefined : rules.find((item) => item.pattern.test(line.message));
    if (rule === undefined || atMs === null) continue;
    list.push({ atMs, kind: rule.kind, text: rule.text(line), evidence: quoteLine(line) });
    if (list.length > MAX_COLLECTED) list.shift();
  }
  return list;
}

function isSame(a: Change, b: Change | undefined): boolean {
  return b !== undefined && a.kind === b.kind && Math.abs(a.atMs - b.atMs) <= SAME_MS;
}

/** Starts and written files, newest last: what tells of a change without a log, cheap enough for every judgement. */
export function datedChanges(snapshot: NodeSnapshot): readonly NodeChange[] {
  return [...bootChanges(snapshot), ...fileChanges(snapshot)]
    .sort((a, b) => a.atMs - b.atMs)
    .flatMap(({ atMs, kind, text, evidence }) => {
      const at = iso(atMs);
      return at === null ? [] : [{ at, kind, text, evidence }];
    });
}

const changesBySnapshot = new WeakMap<NodeSnapshot, readonly Change[]>();

/** Everything that is known to have changed on the node, oldest first, each once. */
export function nodeChanges(snapshot: NodeSnapshot): readonly Change[] {
  const known = changesBySnapshot.get(snapshot);
  if (known !== undefined) return known;
  const changes = gatherChanges(snapshot);
  changesBySnapshot.set(snapshot, changes);
  return changes;
}

function gatherChanges(snapshot: NodeSnapshot): readonly Change[] {
  const all = [
    ...bootChanges(snapshot),
    ...fileChanges(snapshot),
    ...lineChanges(valueOr(snapshot.runtimeLog, []), RUNTIME_RULES, quoteRuntimeLine),
    ...lineChanges(valueOr(snapshot.kubeletLog, []), KUBELET_RULES, quoteKubeletLine),
    ...lineChanges(valueOr(snapshot.kernelLog, []), KERNEL_RULES, (line) =>
      quote('kernel-log', line.where, line.atMs, line.text),
    ),
  ].sort((a, b) => a.atMs - b.atMs);
  const kept: Change[] = [];
  for (const change of all) {
    const isRepeat = kept
      .slice(-5)
      .some((item) => isSame(change, item) && hasSameWords(change, item));
    if (!isRepeat) kept.push(change);
  }
  return kept;
}

/** Two files may be written at once; two starts of one program within seconds are one. */
function hasSameWords(a: Change, b: Change): boolean {
  return a.kind.endsWith('-restarted') || a.text === b.text;
}

/** What changed on the node shortly before something began, newest first; empty where nothing is known to have. */
export function changesBefore(
  changes: readonly Change[],
  since: string | null,
): readonly NodeChange[] {
  const sinceMs = millis(since);
  if (sinceMs === null) return [];
  const list: NodeChange[] = [];
  for (let index = changes.length - 1; index >= 0 && list.length < MAX_CHANGES; index -= 1) {
    const change = changes[index];
    if (change === undefined || change.atMs > sinceMs + LATE_MS) continue;
    if (change.atMs < sinceMs - WINDOW_MS) break;
    const at = iso(change.atMs);
    if (at !== null) {
      list.push({ at, kind: change.kind, text: change.text, evidence: change.evidence });
    }
  }
  return list;
}
