import { setMaxListeners } from 'node:events';
import { delay, linkSignals, orAborted } from '../lib/abort.ts';
import { type Deferred, deferred } from '../lib/deferred.ts';
import { Channel } from './channel.ts';
import { fileSentence } from './failure-sentence.ts';
import { HealthRecord } from './health-record.ts';
import { lookAtSocket, type SocketFile } from './socket-file.ts';
import { isSlow } from './to-health.ts';
import { probeVersion } from './version-probe.ts';

/** 500 ms: with the hang limit below, a hang is known within 1.5 s and on the page within two. */
const PROBE_INTERVAL_MS = 500;
/** 1 s without an answer to Version is a hang: it reads no state and takes about a millisecond. */
const HANG_AFTER_MS = 1_000;
/** 15 s: how long one Version may stay open before the next one takes its place. */
const PROBE_DEADLINE_MS = 15_000;
/** 150 ms between looks at the socket's file while the runtime is away: one stat, about 20 µs. */
const SOCKET_POLL_MS = 150;
/** How soon to try the same socket again: soon after it changed or broke, later only as fast as somebody watches. */
const RETRY_MS = { fresh: 300, watched: 1_000, idle: 5_000 } as const;
/** 30 s: a daemon that restarts is back within it. */
const FRESH_MS = 30_000;

/** Why a channel is of no use any more, one sentence. */
interface Ending {
  readonly problem: string;
}

/**
 * Owns the connection to one socket: opens it, watches whether the runtime answers, and opens it anew when the socket's
 * file changed or the connection broke. At most one Version of its own is outstanding at any time. While all is well
 * and nobody watches it asks nothing.
 */
export class RuntimeMonitor {
  readonly record: HealthRecord;
  readonly #closing = new AbortController();
  #channel: Channel | null = null;
  #connections = 0;
  #isWatched = false;
  #wasSlow = false;
  #freshAtMs = Date.now();
  #wake: Deferred<void> = deferred();
  readonly #done: Promise<void>;

  constructor(path: string) {
    // One listener for each call that is open; each takes itself off.
    setMaxListeners(0, this.#closing.signal);
    this.record = new HealthRecord(path);
    this.#done = this.#run();
  }

  /** The channel while the runtime answers, else null. */
  get channel(): Channel | null {
    return this.record.state === 'ok' ? this.#channel : null;
  }

  /** Grows with each new connection. */
  get connections(): number {
    return this.#connections;
  }

  get closingSignal(): AbortSignal {
    return this.#closing.signal;
  }

  /** While watched, Version is asked twice a second; the first time at once. */
  setWatched(isWatched: boolean): void {
    const isNew = isWatched && !this.#isWatched;
    this.#isWatched = isWatched;
    if (isNew) this.#wake.resolve();
  }

  /** Ends every wait and the channel; resolves when nothing is left. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the connection to the runtime is closed'));
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#liveOnce();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        // Nothing here is expected to throw; a page that says so is better than a server that ends.
        this.record.become('down', `The watch over the runtime failed: ${String(error)}.`);
        await delay(RETRY_MS.watched, this.#closing.signal).catch(() => {});
      }
    }
  }

  /** One life: open, watch until it ends, say why, wait for a reason to try again. */
  async #liveOnce(): Promise<void> {
    const file = await lookAtSocket(this.record.path);
    const ending =
      file.kind === 'socket'
        ? await this.#overSocket(file.identity)
        : { problem: fileSentence(this.record.path, file) ?? '' };
    this.record.become('down', ending.problem);
    await this.#untilRetry(file);
  }

  async #overSocket(identity: string): Promise<Ending> {
    const channel = new Channel(this.record.path, {
      callsInFlight: this.record.callsInFlight,
      onAnswer: () => this.record.noteAnswer(),
      onNoAnswer: () => this.#wake.resolve(),
      onLost: () => this.#wake.resolve(),
    });
    this.#channel = channel;
    this.#connections += 1;
    try {
      return await this.#watch(channel, identity);
    } finally {
      this.#channel = null;
      channel.close();
    }
  }

  async #watch(channel: Channel, identity: string): Promise<Ending> {
    for (;;) {
      this.#wake = deferred();
      const ending = await this.#probe(channel, identity);
      if (ending) return ending;
      channel.watchConnection();
      this.record.become('ok', null);
      this.#tellSlowRead();
      await this.#untilNextProbe();
      if (channel.isLost) return this.#endWith('the runtime closed the connection');
      if (await this.#isReplaced(identity)) return this.#endWith('its socket was made anew');
    }
  }

  /** One Version after the other until one is answered (null) or the channel is of no use. */
  async #probe(channel: Channel, identity: string): Promise<Ending | null> {
    for (;;) {
      const round = linkSignals([this.#closing.signal]);
      const options = { signal: round.signal, deadlineMs: PROBE_DEADLINE_MS };
      try {
        const result = await Promise.race([
          probeVersion(channel, this.record.path, options),
          this.#untilReplaced(identity, round.signal),
        ]);
        if (result.kind === 'replaced') return this.#endWith('its socket was made anew');
        if (result.kind === 'failed') return { problem: result.sentence };
        if (result.kind === 'unanswered') continue;
        this.record.version = result.version;
        return null;
      } finally {
        round.abort(new Error('this probe has ended'));
        round.dispose();
      }
    }
  }

  /** Calls it a hang when the time is up; then resolves if another socket takes this one's place. */
  async #untilReplaced(identity: string, signal: AbortSignal): Promise<{ kind: 'replaced' }> {
    await delay(HANG_AFTER_MS, signal);
    this.record.become('hung', null);
    while (!(await this.#isReplaced(identity))) await delay(SOCKET_POLL_MS, signal);
    return { kind: 'replaced' };
  }

  /** Only another socket replaces one: while the file is away the old connection is all there is. */
  async #isReplaced(identity: string): Promise<boolean> {
    const file = await lookAtSocket(this.record.path);
    return file.kind === 'socket' && file.identity !== identity;
  }

  #endWith(what: string): Ending {
    this.#freshAtMs = Date.now();
    const name = this.record.version?.runtimeName ?? 'The runtime';
    return { problem: `${name} at ${this.record.path} is away: ${what}.` };
  }

  #tellSlowRead(): void {
    const isNowSlow = isSlow(this.record.callsInFlight.oldestRead(), Date.now());
    if (isNowSlow !== this.#wasSlow) this.record.tellChange();
    this.#wasSlow = isNowSlow;
  }

  async #untilNextProbe(): Promise<void> {
    const wait = linkSignals([this.#closing.signal]);
    const waits = [orAborted(this.#wake.promise, wait.signal)];
    if (this.#isWatched) waits.push(delay(PROBE_INTERVAL_MS, wait.signal));
    try {
      await Promise.race(waits);
    } finally {
      wait.abort(new Error('this wait has ended'));
      wait.dispose();
    }
  }

  async #untilRetry(before: SocketFile): Promise<void> {
    const endedAtMs = Date.now();
    for (;;) {
      await delay(SOCKET_POLL_MS, this.#closing.signal);
      const file = await lookAtSocket(this.record.path);
      if (keyOf(file) !== keyOf(before)) {
        this.#freshAtMs = Date.now();
        return;
      }
      if (file.kind === 'socket' && Date.now() - endedAtMs >= this.#retryMs()) return;
    }
  }

  #retryMs(): number {
    if (Date.now() - this.#freshAtMs < FRESH_MS) return RETRY_MS.fresh;
    return this.#isWatched ? RETRY_MS.watched : RETRY_MS.idle;
  }
}

function keyOf(file: SocketFile): string {
  return file.kind === 'socket' ? file.identity : file.kind;
}
