import { CHANNEL } from '../contract/ticket.ts';
import type { ClientSocket } from './client-socket.ts';
import { ABSENT_MARKS, CONNECTION_MARKS, Flow, SCREEN_MARKS } from './flow.ts';
import { toFrame } from './frame.ts';
import { FrameBatch } from './frame-batch.ts';
import { OutputSkip } from './output-skip.ts';
import { ReplayBuffer } from './replay-buffer.ts';

/** 512 KiB: twice what may be on the way to a page, so that a connection that breaks loses nothing of it. */
const REPLAY_BYTES = 512 * 1024;
/** 1 KB: what a runtime says last. */
const TAIL_BYTES = 1_024;
/** 500 ms: shorter pauses are usual with a fast program and nothing to tell. */
const TELL_PAUSE_MS = 500;

/** Output of a terminal on its way to the page: kept for a while, held back while the page is behind. */
export class TerminalOutput {
  readonly #replay = new ReplayBuffer(REPLAY_BYTES);
  readonly #flow: Flow;
  readonly #batch = new FrameBatch((frame) => this.#pass(frame));
  #client: ClientSocket | null = null;
  /** What the page says it has shown; null: it does not say. */
  #shownBytes: number | null = null;
  #absentSinceBytes = 0;
  #skip: OutputSkip | null = null;
  #pauseTimer: NodeJS.Timeout | undefined;
  #isPauseTold = false;

  constructor(source: { pause(): void; resume(): void }) {
    this.#flow = new Flow(source, (isPaused) => this.#onFlow(isPaused));
  }

  get totalBytes(): number {
    return this.#replay.total + this.#batch.bytes;
  }

  /** The last characters that were written. */
  tail(): string {
    this.#batch.flush();
    const { pieces } = this.#replay.since(Math.max(0, this.#replay.total - TAIL_BYTES));
    return Buffer.concat(pieces.map(({ payload }) => payload)).toString('utf8');
  }

  /** Takes a frame of the runtime, channel first. */
  take(frame: Buffer): void {
    if (this.#skip === null) this.#batch.add(frame);
    else this.#skip.take(frame.subarray(1));
  }

  #pass(frame: Buffer): void {
    const [channel = CHANNEL.stdout] = frame;
    this.#replay.append(channel, frame.subarray(1));
    this.#client?.send(frame);
    this.update();
  }

  /** The page that output goes to from now on. */
  attach(client: ClientSocket): void {
    this.#batch.flush();
    this.#client = client;
    this.#shownBytes = null;
    this.update();
  }

  /** As attach, after what came since the first `receivedBytes` and is still kept. */
  resume(
    client: ClientSocket,
    receivedBytes: number,
    begin: (from: { readonly fromBytes: number; readonly lostBytes: number }) => void,
  ): void {
    this.#skip?.end();
    this.#batch.flush();
    const { fromBytes, lostBytes, pieces } = this.#replay.since(receivedBytes);
    begin({ fromBytes, lostBytes });
    for (const { channel, payload } of pieces) client.send(toFrame(channel, payload));
    this.attach(client);
  }

  /** Nobody is there any more. */
  detach(): void {
    this.#batch.flush();
    this.#client = null;
    this.#absentSinceBytes = this.#replay.total;
    this.#skip?.end();
    this.update();
  }

  /** The page tells how much it has shown. */
  shown(bytes: number): void {
    this.#shownBytes = Math.max(this.#shownBytes ?? 0, Math.min(bytes, this.#replay.total));
    this.update();
  }

  /** An interrupt was typed: what is waiting is not worth waiting for. */
  interrupt(): void {
    this.#batch.flush();
    if (!this.#flow.isPaused || this.#skip !== null || this.#client === null) return;
    this.#skip = new OutputSkip((bytes, tail) => {
      this.#skip = null;
      if (bytes > 0) this.#client?.tell({ control: 'skipped', bytes });
      if (tail.length > 0) this.#pass(toFrame(CHANNEL.stdout, tail));
    });
    this.#flow.release();
  }

  /** Judges anew whether the runtime may go on. */
  update(): void {
    if (this.#skip !== null) return;
    if (this.#client === null) {
      this.#flow.update({
        bytes: this.#replay.total - this.#absentSinceBytes,
        marks: ABSENT_MARKS,
      });
      return;
    }
    const unshown = this.#shownBytes === null ? 0 : this.#replay.total - this.#shownBytes;
    this.#flow.update(
      { bytes: this.#client.bufferedBytes, marks: CONNECTION_MARKS },
      { bytes: unshown, marks: SCREEN_MARKS },
    );
  }

  /** Lets everything go; what is kept can still be taken up until `forget`. */
  end(): void {
    this.#skip?.end();
    this.#batch.flush();
    clearTimeout(this.#pauseTimer);
  }

  forget(): void {
    this.#replay.clear();
  }

  #onFlow(isPaused: boolean): void {
    clearTimeout(this.#pauseTimer);
    if (isPaused) {
      this.#pauseTimer = setTimeout(() => {
        this.#isPauseTold = this.#client !== null;
        this.#client?.tell({ control: 'paused', why: PAUSE_WORDS });
      }, TELL_PAUSE_MS);
    } else if (this.#isPauseTold) {
      this.#isPauseTold = false;
      this.#client?.tell({ control: 'flowing' });
    }
  }
}

const PAUSE_WORDS =
  'The page is behind: output waits in the container, and nothing of it is lost. Ctrl-C still works.';
