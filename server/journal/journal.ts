import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import { type Section, unavailable } from '../contract/section.ts';
import { type CallsSince, readCallsSince } from './calls-since.ts';
import type { FeedLine } from './feed.ts';
import { isKeptKubeletLine, isKeptRuntimeLine, LineKeeper } from './kept-lines.ts';
import { KernelLog } from './kernel-follower.ts';
import { KlogReader } from './klog.ts';
import { LogFollower, sectionOf } from './log-follower.ts';
import { kubeletLogPlaces, type LogPlace, runtimeLogPlaces } from './log-places.ts';
import { kubeletLogSource, NO_GAP, runtimeLogSource } from './log-sources.ts';
import { readRuntimeLine } from './logrus-line.ts';
import { createCallPairer, MAX_CALL_RECORDS } from './pair-calls.ts';
import { suppressedCount } from './suppressed.ts';

/** Warnings and errors kept of each log, in lines and in characters: kubelet prints whole pod specs into some. */
const MAX_LINES = 4_000;
const MAX_LINE_CHARS = 1_500_000;

export interface JournalOptions {
  readonly hostRoot: string;
  /** What --runtime-log and --kubelet-log name; null finds out by itself. */
  readonly runtimeLog: LogPlace | null;
  readonly kubeletLog: LogPlace | null;
  /** Where the kernel's lines are, for tests; else it finds out by itself. */
  readonly kernelLog?: LogPlace;
  /** The runtime endpoint in use, which tells the usual places; null while it is not chosen. */
  readonly endpoint: () => string | null;
  readonly nowMs: () => number;
  /** Another program in journalctl's place, for tests. */
  readonly journalctl?: string;
  readonly maxCallRecords?: number;
}

/** The one owner of the logs: follows them and keeps the newest calls and warnings. */
export interface Journal {
  calls(): Section<readonly CallRecord[]>;
  /** The calls that began, ended or were told more of since this was last asked; bounded as `calls()` is. */
  takeChangedCalls(): readonly CallRecord[];
  runtimeLog(): Section<readonly LogLine[]>;
  kubeletLog(): Section<readonly LogLine[]>;
  /** The kernel's lines that explain a pod's end or a node's trouble: see kernel-words.ts for their kinds. */
  kernelLog(): Section<readonly LogLine[]>;
  /**
   * The runtime's calls since a time, read back from its log on request: within a bound, beside what is followed. Rejects
   * with the signal's reason only.
   */
  callsSince(sinceMs: number, signal: AbortSignal): Promise<CallsSince>;
  /** Status of runtime-log, kubelet-log and kernel-log, in this order. */
  sources(): readonly SourceStatus[];
  /** Calls back after each batch of lines and each change of a status; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Programs of this machine write local time. */
function localOffset(nowMs: number): { readonly utcOffsetMinutes: number } {
  return { utcOffsetMinutes: -new Date(nowMs).getTimezoneOffset() };
}

class LiveJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #controller = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #runtime: LogFollower;
  readonly #kubelet: LogFollower;
  readonly #kernel: KernelLog;
  #pairer = createCallPairer();
  #runtimeLines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
  #kubeletLines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
  #klog: KlogReader;
  #gap = NO_GAP;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#klog = new KlogReader(localOffset(options.nowMs()));
    const { hostRoot, endpoint, journalctl } = options;
    const shared = {
      hostRoot,
      signal: this.#controller.signal,
      nowMs: options.nowMs,
      onBatch: () => this.#changed(),
      ...(journalctl === undefined ? {} : { journalctl }),
    };
    this.#runtime = new LogFollower({
      ...shared,
      given: options.runtimeLog,
      places: () => runtimeLogPlaces(endpoint()),
      onStart: () => this.#resetRuntime(),
      onLine: (line) => this.#takeRuntime(line),
    });
    this.#kubelet = new LogFollower({
      ...shared,
      given: options.kubeletLog,
      places: () => kubeletLogPlaces(endpoint()),
      onStart: () => this.#resetKubelet(),
      onLine: (line) => this.#takeKubelet(line),
    });
    this.#kernel = new KernelLog({ ...shared, given: options.kernelLog ?? null });
  }

  calls(): Section<readonly CallRecord[]> {
    return sectionOf(this.#runtime, this.#options.nowMs(), () => this.#pairer.records());
  }

  takeChangedCalls(): readonly CallRecord[] {
    return this.#pairer.takeChanged();
  }

  runtimeLog(): Section<readonly LogLine[]> {
    return sectionOf(this.#runtime, this.#options.nowMs(), () => this.#runtimeLines.list());
  }

  kubeletLog(): Section<readonly LogLine[]> {
    return sectionOf(this.#kubelet, this.#options.nowMs(), () => this.#kubeletLines.list());
  }

  kernelLog(): Section<readonly LogLine[]> {
    return this.#kernel.section();
  }

  async callsSince(sinceMs: number, signal: AbortSignal): Promise<CallsSince> {
    const { hostRoot, nowMs, journalctl } = this.#options;
    const { place, reason } = this.#runtime.state();
    if (place === null) return { calls: unavailable(reason), fromMs: null, gaps: [reason] };
    return readCallsSince(place, {
      sinceMs,
      hostRoot,
      nowMs,
      signal: AbortSignal.any([signal, this.#controller.signal]),
      ...(journalctl === undefined ? {} : { journalctl }),
    });
  }

  sources(): readonly SourceStatus[] {
    const runtime = runtimeLogSource({
      state: this.#runtime.state(),
      gap: this.#gap,
      hidesBegins: this.#pairer.hidesBegins(),
      dropped: this.#pairer.droppedCount() + this.#runtimeLines.dropped,
      nowMs: this.#options.nowMs(),
    });
    return [runtime, kubeletLogSource(this.#kubelet.state()), this.#kernel.source()];
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#controller.abort();
    this.#listeners.clear();
    await Promise.all([this.#runtime.ended(), this.#kubelet.ended(), this.#kernel.ended()]);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #resetRuntime(): void {
    this.#pairer = createCallPairer(this.#options.maxCallRecords ?? MAX_CALL_RECORDS);
    this.#runtimeLines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
    this.#gap = NO_GAP;
  }

  #resetKubelet(): void {
    this.#klog = new KlogReader(localOffset(this.#options.nowMs()));
    this.#kubeletLines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
  }

  #takeRuntime({ text, where, writtenAtMs }: FeedLine): void {
    if (text === '') return;
    const read = readRuntimeLine(text, where);
    const line = read.atMs === null ? { ...read, atMs: writtenAtMs } : read;
    this.#pairer.push(line);
    const suppressed = suppressedCount(line);
    if (suppressed > 0) {
      const lastAtMs = line.atMs ?? this.#options.nowMs();
      this.#gap = { lines: this.#gap.lines + suppressed, lastAtMs };
    }
    if (isKeptRuntimeLine(line)) this.#runtimeLines.add(line);
  }

  #takeKubelet(line: FeedLine): void {
    const nowMs = line.writtenAtMs ?? this.#options.nowMs();
    for (const entry of this.#klog.push(line.text, line.where, nowMs)) {
      const atMs = line.writtenAtMs ?? entry.atMs;
      if (isKeptKubeletLine(entry)) this.#kubeletLines.add({ ...entry, atMs });
    }
  }
}

/** Follows the logs of runtime, kubelet and kernel until close(). Nothing is read while nothing is written. */
export function createJournal(options: JournalOptions): Journal {
  return new LiveJournal(options);
}
