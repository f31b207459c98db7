import { randomBytes } from 'node:crypto';
import type { Caller } from '../access/gate.ts';
import { CHANNEL, type EndReason, type StreamEnd } from '../contract/ticket.ts';
import type { AuditedEnd } from './audit.ts';
import type { ClientSocket } from './client-socket.ts';
import { parseClientControl, toRuntimeResize } from './client-words.ts';
import type { ExitStatus } from './exit-status.ts';
import { ExitWatch, type HasExited } from './exit-watch.ts';
import { CONNECTION_MARKS, Flow } from './flow.ts';
import { IdleWatch } from './idle-watch.ts';
import type { KindLimits } from './limits.ts';
import type { RuntimeStream } from './runtime-stream.ts';
import { type Ending, toEnd } from './stream-failed.ts';
import { TerminalOutput } from './terminal-output.ts';

/** 60 s: a change of networks, a laptop's lid, a page that is loaded anew. */
const RESUME_MS = 60_000;
/** Ctrl-C. */
const INTERRUPT = 0x03;

/** How the runtime's side of a stream ended. */
export interface StreamClose {
  readonly exit: ExitStatus | null;
  /** Of the WebSocket. */
  readonly code: number;
  /** The last that was written. */
  readonly tail: string;
}

/** What a session needs from those who open and end its process. */
export interface TerminalParts {
  readonly kind: 'exec' | 'attach';
  readonly caller: Caller;
  readonly owner: string;
  readonly command: readonly string[];
  readonly tty: boolean;
  readonly limits: KindLimits;
  readonly resumeMs?: number;
  /** Ends what runs in the container and breaks the stream; answers what is left there. */
  endProcess(stream: RuntimeStream, hasExited: HasExited): Promise<string | null>;
  /** What a stream that ended means: an exit, a failure, or a container that is gone. */
  explainClose(closed: StreamClose): Promise<Ending>;
  /** A fault of ours. */
  onFault(error: unknown): void;
  /** The stream has ended; its place is free. */
  onEnded(end: AuditedEnd): void;
  /** Nothing of it can be taken up any more. */
  onForgotten(): void;
}

/** A terminal in a container: outlives the connection to its page for a while, and never its process. */
export class TerminalSession {
  readonly id = randomBytes(18).toString('base64url');
  readonly parts: TerminalParts;
  readonly #output: TerminalOutput;
  #stream: RuntimeStream | null = null;
  #client: ClientSocket | null = null;
  #inputFlow: Flow | null = null;
  readonly #exit = new ExitWatch();
  #ending: Promise<void> | null = null;
  #end: StreamEnd | null = null;
  #bytesIn = 0;
  #dropTimer: NodeJS.Timeout | undefined;
  #idle: IdleWatch | null = null;

  constructor(parts: TerminalParts) {
    this.parts = parts;
    this.#output = new TerminalOutput({
      pause: () => this.#stream?.pause(),
      resume: () => this.#stream?.resume(),
    });
  }

  /** Takes a frame of the runtime. */
  onRuntimeFrame(frame: Buffer): void {
    if (frame.length <= 1) return;
    const [channel] = frame;
    if (channel === CHANNEL.status) this.#exit.take(frame.subarray(1));
    if (channel !== CHANNEL.stdout && channel !== CHANNEL.stderr) return;
    this.#use();
    this.#output.take(frame);
  }

  /** The runtime's side has ended. */
  onRuntimeClose(code: number): void {
    void this.#finish(async () =>
      this.parts.explainClose({ exit: this.#exit.status, code, tail: this.#output.tail() }),
    );
  }

  /** The stream is open: what a person types goes there from now on. */
  start(stream: RuntimeStream, client: ClientSocket): void {
    if (this.#ending !== null) {
      void this.#ending.then(() => this.#endLate(stream, client));
      return;
    }
    const { command, tty } = this.parts;
    this.#stream = stream;
    this.#inputFlow = new Flow({
      pause: () => this.#client?.pause(),
      resume: () => this.#client?.resume(),
    });
    stream.onDrain(() => this.#updateInput());
    this.#idle = new IdleWatch(this.parts.limits.idleMs, () => void this.end('idle'));
    stream.resume();
    if (client.isGone) {
      this.onClientGone(client);
      return;
    }
    this.#client = client;
    client.tell({ control: 'opened', session: this.id, command: [...command], tty });
    this.#output.attach(client);
  }

  /** The runtime broke off before anybody was there: what it has started is ended all the same. */
  async #endLate(stream: RuntimeStream, client: ClientSocket): Promise<void> {
    this.#stream = stream;
    await this.#endProcess();
    this.#client = client;
    if (this.#end !== null) this.#sayEnd(this.#end);
  }

  /** Another connection takes the session up; the one before it, if any, is told. */
  resume(client: ClientSocket, receivedBytes: number): void {
    const { command, tty } = this.parts;
    const before = this.#client;
    this.#client = null;
    before?.tell(toEnd({ reason: 'replaced', detail: null, nextChecks: [] }, null, null));
    before?.close();
    clearTimeout(this.#dropTimer);
    this.#client = client;
    this.#use();
    this.#output.resume(client, receivedBytes, (from) =>
      client.tell({ control: 'resumed', session: this.id, command: [...command], tty, ...from }),
    );
    if (this.#end !== null) this.#sayEnd(this.#end);
  }

  onClientFrame(client: ClientSocket, channel: number, payload: Buffer): void {
    if (client !== this.#client) return;
    this.#use();
    if (channel === CHANNEL.stdin) this.#type(payload);
    else if (channel === CHANNEL.resize) this.#resize(payload);
    else if (channel === CHANNEL.control) this.#obey(payload);
  }

  /** The page's connection has ended: the session waits for another one. */
  onClientGone(client: ClientSocket, isFarewell = false): void {
    if (client !== this.#client && this.#client !== null) return;
    this.#client = null;
    if (this.#end !== null) {
      if (isFarewell) this.#forget();
      else this.#forgetLater();
      return;
    }
    this.#output.detach();
    clearTimeout(this.#dropTimer);
    this.#dropTimer = setTimeout(() => void this.end('dropped'), this.parts.resumeMs ?? RESUME_MS);
  }

  onClientSent(): void {
    this.#output.update();
  }

  /** Ends the stream and what runs in the container; resolves when both are done. */
  end(reason: EndReason, detail: string | null = null): Promise<void> {
    return this.#finish(async () => ({ reason, detail, nextChecks: [] }));
  }

  #type(payload: Buffer): void {
    if (payload.length === 0) return;
    this.#bytesIn += payload.length;
    if (this.parts.tty && payload.includes(INTERRUPT)) this.#output.interrupt();
    this.#stream?.send(CHANNEL.stdin, payload);
    this.#updateInput();
  }

  #resize(payload: Buffer): void {
    const size = toRuntimeResize(payload);
    if (size === null || !this.parts.tty) return;
    this.#stream?.send(CHANNEL.resize, size);
  }

  #obey(payload: Buffer): void {
    const word = parseClientControl(payload);
    if (word === null) return;
    if ('ack' in word) this.#output.shown(word.ack);
    else void this.end('closed-by-you');
  }

  #updateInput(): void {
    this.#inputFlow?.update({ bytes: this.#stream?.bufferedBytes ?? 0, marks: CONNECTION_MARKS });
  }

  #use(): void {
    this.#idle?.use();
    const { maxBytes } = this.parts.limits;
    if (this.#bytesIn + this.#output.totalBytes > maxBytes) void this.end('byte-limit');
  }

  #finish(explain: () => Promise<Ending>): Promise<void> {
    this.#ending ??= this.#finishOnce(explain);
    return this.#ending;
  }

  async #finishOnce(explain: () => Promise<Ending>): Promise<void> {
    clearTimeout(this.#dropTimer);
    this.#idle?.close();
    this.#output.end();
    const ending = await explain().catch((error: unknown) => this.#fault(error));
    const left = await this.#endProcess();
    const exitCode = this.#exit.status?.exitCode ?? null;
    this.#end = toEnd(ending, exitCode, left);
    this.parts.onEnded({
      reason: ending.reason,
      exitCode,
      bytesIn: this.#bytesIn,
      bytesOut: this.#output.totalBytes,
      leftBehind: left,
    });
    this.#sayEnd(this.#end);
  }

  async #endProcess(): Promise<string | null> {
    const stream = this.#stream;
    if (stream === null) return null;
    try {
      return await this.parts.endProcess(stream, this.#exit.hasExited);
    } catch (error) {
      stream.cut();
      this.parts.onFault(error);
      return 'Whether what was started has ended is not known; the log of cri-triage says why.';
    }
  }

  #fault(error: unknown): Ending {
    this.parts.onFault(error);
    return { reason: 'failed', detail: 'The log of cri-triage says why.', nextChecks: [] };
  }

  #sayEnd(end: StreamEnd): void {
    const client = this.#client;
    if (client === null) {
      this.#forgetLater();
      return;
    }
    client.tell(end);
    client.close();
  }

  /** A page that was away when it ended can still read the rest. */
  #forgetLater(): void {
    clearTimeout(this.#dropTimer);
    const reason = this.#end?.reason;
    const isTold = reason === 'closed-by-you' || reason === 'dropped' || reason === 'server-stops';
    if (isTold) this.#forget();
    else this.#dropTimer = setTimeout(() => this.#forget(), this.parts.resumeMs ?? RESUME_MS);
  }

  #forget(): void {
    this.dispose();
    this.parts.onForgotten();
  }

  /** Frees everything at once, without a word. */
  dispose(): void {
    clearTimeout(this.#dropTimer);
    this.#idle?.close();
    this.#output.end();
    this.#output.forget();
  }
}
