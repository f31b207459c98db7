import type { LogLine } from '../contract/journal.ts';
import { suppressedCount, tellsSuppression } from './suppressed.ts';

/** Information that a verdict or its timeline reads, although it is no warning. */
const RUNTIME_NOTICES = [
  'TaskOOM event',
  'TaskExit event',
  'received container exit event',
  'received sandbox exit event',
  'starting containerd',
  'ImageDelete event',
  'Removed image',
  'shim disconnected',
  'Starting CRI-O, version: ',
  'fetch failed',
  'trying next host',
];

/** kubelet tells probes, hooks and kills at level info only. */
const KUBELET_NOTICES = [
  'Probe failed',
  'Probe errored',
  'Killing container with a grace period',
  'Message for Container of pod',
  'Exec lifecycle hook',
  'Http lifecycle hook',
  'Pod admission denied',
  'SyncLoop ADD',
  'SyncLoop DELETE',
  'SyncLoop REMOVE',
  'No sandbox for pod can be found',
  'No ready sandbox for pod can be found',
  'MountVolume.SetUp succeeded',
  'Container runtime initialized',
  'Eviction manager',
  'Removing image to free bytes',
  'Shutdown manager',
  'Kubelet version',
];

function isLoud(line: LogLine): boolean {
  return line.level === 'warning' || line.level === 'error' || line.level === 'fatal';
}

function isNotice(line: LogLine, notices: readonly string[]): boolean {
  return notices.some((notice) => line.message.startsWith(notice));
}

/** True for a runtime line that can be evidence: warnings, errors, what carries an error, ends of tasks, restarts, gaps. */
export function isKeptRuntimeLine(line: LogLine): boolean {
  if (line.level === 'debug') return false;
  return (
    isLoud(line) ||
    line.fields['error'] !== undefined ||
    isNotice(line, RUNTIME_NOTICES) ||
    suppressedCount(line) > 0
  );
}

/** kubelet says with every node status how the node is; only the bad news is kept. */
function isPressure(line: LogLine): boolean {
  return /^NodeHas(?:Insufficient\w+|\w*(?<!No\w*)Pressure)$/.test(line.fields['event'] ?? '');
}

/** True for a kubelet line that can be evidence: warnings, errors, probes, hooks, kills, admissions, gaps. */
export function isKeptKubeletLine(line: LogLine): boolean {
  return (
    isLoud(line) || isNotice(line, KUBELET_NOTICES) || isPressure(line) || tellsSuppression(line)
  );
}

/** Keeps the newest lines within a number of lines and of characters, and counts what it gave up. */
export class LineKeeper {
  readonly #maxLines: number;
  readonly #maxChars: number;
  #lines: LogLine[] = [];
  #first = 0;
  #chars = 0;
  #dropped = 0;
  #list: readonly LogLine[] | null = null;

  constructor(maxLines: number, maxChars: number) {
    this.#maxLines = maxLines;
    this.#maxChars = maxChars;
  }

  /** Lines given up so far. */
  get dropped(): number {
    return this.#dropped;
  }

  add(line: LogLine): void {
    this.#lines.push(line);
    this.#chars += line.text.length;
    while (this.#lines.length - this.#first > this.#maxLines || this.#chars > this.#maxChars) {
      this.#dropFirst();
    }
    // Half of the array is holes: move the rest down, so that adding stays cheap on average.
    if (this.#first > this.#maxLines) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
    this.#list = null;
  }

  /** Oldest first; made anew after a change only. */
  list(): readonly LogLine[] {
    this.#list ??= this.#lines.slice(this.#first);
    return this.#list;
  }

  #dropFirst(): void {
    this.#chars -= this.#lines[this.#first]?.text.length ?? 0;
    delete this.#lines[this.#first];
    this.#first++;
    this.#dropped++;
  }
}
