import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import type { FeedLine } from './feed.ts';
import { isKeptKubeletLine, isKeptRuntimeLine, LineKeeper } from './kept-lines.ts';
import { KlogReader } from './klog.ts';
import { type FollowerState, LogFollower } from './log-follower.ts';
import { kubeletLogPlaces, type LogPlace, runtimeLogPlaces } from './log-places.ts';
import { readRuntimeLine } from './logrus-line.ts';
import { createCallPairer, MAX_CALL_RECORDS } from './pair-calls.ts';
import { suppressedCount } from './suppressed.ts';

/** Warnings and errors kept of each log, in lines and in characters: kubelet prints whole pod specs into some. */
const MAX_LINES = 4_000;
const MAX_LINE_CHARS = 1_500_000;
/** 1 h: a call that seems open because of an older gap has ended or failed by now. */
const GAP_COUNTS_MS = 3_600_000;
const NO_GAP = { lines: 0, lastAtMs: Number.NEGATIVE_INFINITY };

export interface JournalOptions {
  readonly hostRoot: string;
  /** What --runtime-log and --kubelet-log name; null finds out by itself. */
  readonly runtimeLog: LogPlace | null;
  readonly kubeletLog: LogPlace | null;
  /** The runtime endpoint in use, which tells the usual places; null while it is not chosen. */
  readonly endpoint: () => string | null;
  readonly nowMs: () => number;
  /** Another program in journalctl's place, for tests. */
  readonly journalctl?: string;
  readonly maxCallRecords?: number;
}

/** The one owner of both logs: follows them and keeps the newest calls and warnings. */
export interface Journal {
  calls(): Section<readonly CallRecord[]>;
  runtimeLog(): Section<readonly LogLine[]>;
  kubeletLog(): Section<readonly LogLine[]>;
  /** Status of runtime-log and kubelet-log. */
  sources(): readonly SourceStatus[];
  /** Calls back after each batch of lines and each change of a status; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** A KlogReader for files of this machine: klog writes local time. */
function newKlogReader(nowMs: number): KlogReader {
  return new KlogReader({ utcOffsetMinutes: -new Date(nowMs).getTimezoneOffset() });
}

class LiveJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #controller = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #runtime: LogFollower;
  readonly #kubelet: LogFollower;
  #pairer = createCallPairer();
  #runtimeLines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
  #kubeletLines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
  #klog: KlogReader;
  #gap: { lines: number; lastAtMs: number } = NO_GAP;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#klog = newKlogReader(options.nowMs());
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
  }

  calls(): Section<readonly CallRecord[]> {
    return this.#section(this.#runtime, () => this.#pairer.records());
  }

  runtimeLog(): Section<readonly LogLine[]> {
    return this.#section(this.#runtime, () => this.#runtimeLines.list());
  }

  kubeletLog(): Section<readonly LogLine[]> {
    return this.#section(this.#kubelet, () => this.#kubeletLines.list());
  }

  sources(): readonly SourceStatus[] {
    return [this.#runtimeSource(), this.#kubeletSource()];
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#controller.abort();
    this.#listeners.clear();
    await Promise.all([this.#runtime.ended(), this.#kubelet.ended()]);
  }

  #section<T>(follower: LogFollower, value: () => T): Section<T> {
    const { hasRead, reason } = follower.state();
    return hasRead ? available(value(), this.#asOfMs(follower.state())) : unavailable(reason);
  }

  #asOfMs(state: FollowerState): number {
    return state.status === 'ok' ? this.#options.nowMs() : (state.failedAtMs ?? 0);
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
    this.#klog = newKlogReader(this.#options.nowMs());
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

  #runtimeSource(): SourceStatus {
    const { status, reason } = this.#runtime.state();
    if (status !== 'ok') {
      return {
        name: 'runtime-log',
        status,
        reason,
        enable:
          "Start with --runtime-log and the path of the runtime's log file, or the unit it runs as (containerd, crio, k3s …).",
      };
    }
    const trouble = this.#runtimeTrouble();
    if (trouble !== null) return { name: 'runtime-log', status: 'degraded', ...trouble };
    const dropped = this.#pairer.droppedCount() + this.#runtimeLines.dropped;
    const suffix =
      dropped === 0 ? '' : ` The newest are kept; ${dropped} older records were dropped.`;
    return { name: 'runtime-log', status, reason: reason + suffix, enable: null };
  }

  /** What makes a log that is read unreliable. */
  #runtimeTrouble(): { reason: string; enable: string } | null {
    const { lines, lastAtMs } = this.#gap;
    if (this.#options.nowMs() - lastAtMs < GAP_COUNTS_MS) {
      return {
        reason: `journald suppressed ${lines} lines of the runtime: calls may seem open that have ended.`,
        enable: 'Raise RateLimitBurst in /etc/systemd/journald.conf.',
      };
    }
    if (this.#pairer.hidesBegins()) {
      return {
        reason: 'The runtime logs failures only: calls in flight cannot be seen.',
        enable: "Set the runtime's log level to info.",
      };
    }
    return null;
  }

  #kubeletSource(): SourceStatus {
    const { status, reason } = this.#kubelet.state();
    const enable =
      "Start with --kubelet-log and the path of kubelet's log file, or the unit it runs in (kubelet, k3s, rke2-agent …).";
    return { name: 'kubelet-log', status, reason, enable: status === 'ok' ? null : enable };
  }
}

/** Follows the runtime's and kubelet's logs until close(). Nothing is read while nothing is written. */
export function createJournal(options: JournalOptions): Journal {
  return new LiveJournal(options);
}
