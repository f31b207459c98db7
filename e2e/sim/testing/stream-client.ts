import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CHANNEL } from '../../../server/contract/stream-words.ts';
import type { ControlMessage, StreamEnd } from '../../../server/contract/ticket.ts';

/** 10 s: everything that is waited for takes milliseconds. */
const WAIT_MS = 10_000;

/** A person's end of a stream, as the page would have it. */
export class StreamClient {
  readonly socket: WebSocket;
  readonly controls: ControlMessage[] = [];
  /** Bytes of output so far, of both channels. */
  receivedBytes = 0;
  stdout = '';
  stderr = '';
  /** Only the last characters of output are kept. */
  readonly #keepChars: number;
  readonly #listeners = new Set<() => void>();

  constructor(socket: WebSocket, keepChars = 16_000_000) {
    this.socket = socket;
    this.#keepChars = keepChars;
    socket.on('message', (message) => this.#take(message as Buffer));
    socket.on('close', () => this.#tell());
    socket.on('error', () => this.#tell());
  }

  type(text: string): void {
    this.socket.send(Buffer.from(`${String.fromCharCode(CHANNEL.stdin)}${text}`));
  }

  resize(width: number, height: number): void {
    const size = JSON.stringify({ width, height });
    this.socket.send(Buffer.from(`${String.fromCharCode(CHANNEL.resize)}${size}`));
  }

  control(word: { readonly ack: number } | { readonly close: true }): void {
    this.socket.send(Buffer.from(`${String.fromCharCode(CHANNEL.control)}${JSON.stringify(word)}`));
  }

  /** Resolves when it is true; rejects with what is there after a time. */
  async until(isTrue: () => boolean, what: string): Promise<void> {
    const late = Date.now() + WAIT_MS;
    while (!isTrue()) {
      if (Date.now() > late) throw new Error(`not seen: ${what}; ${this.#state()}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, 200);
        const listeners = this.#listeners;
        function done(): void {
          clearTimeout(timer);
          listeners.delete(done);
          resolve();
        }
        listeners.add(done);
      });
    }
  }

  untilOutput(text: string): Promise<void> {
    return this.until(() => this.stdout.includes(text), JSON.stringify(text));
  }

  get opened(): Extract<ControlMessage, { control: 'opened' }> | undefined {
    return this.controls.find((one) => one.control === 'opened');
  }

  async untilOpened(): Promise<string> {
    await this.until(() => this.opened !== undefined, 'opened');
    return this.opened?.session ?? '';
  }

  async untilEnd(): Promise<StreamEnd> {
    const find = (): StreamEnd | undefined => this.controls.find((one) => one.control === 'end');
    await this.until(() => find() !== undefined, 'end');
    const end = find();
    if (end === undefined) throw new Error('no end');
    return end;
  }

  async untilClosed(): Promise<void> {
    if (this.socket.readyState !== WebSocket.CLOSED) await once(this.socket, 'close');
  }

  #take(frame: Buffer): void {
    const [channel] = frame;
    const payload = frame.subarray(1);
    if (channel === CHANNEL.control) this.controls.push(JSON.parse(payload.toString('utf8')));
    else {
      this.receivedBytes += payload.length;
      const text = payload.toString('utf8');
      if (channel === CHANNEL.stderr) this.stderr = (this.stderr + text).slice(-this.#keepChars);
      else this.stdout = (this.stdout + text).slice(-this.#keepChars);
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #state(): string {
    const { stdout, stderr, controls } = this;
    return JSON.stringify({ stdout: stdout.slice(-500), stderr: stderr.slice(-500), controls });
  }
}
