import { CHANNEL } from '../../server/contract/stream-words.ts';
import type { ClientControl } from '../../server/contract/ticket.ts';
import { ApiError } from '../data/api-client.ts';
import type {
  openStreamSocket,
  StreamLoss,
  StreamMessage,
  StreamRequest,
  StreamSocket,
} from '../data/stream-socket.ts';
import { formatBytes } from '../ui/format.ts';
import { lossSentence } from './loss-sentence.ts';
import { OPENING, type Screen, type TerminalState } from './terminal-state.ts';

/** 60 s: as long as the server keeps a session whose connection broke. */
const RESUME_MS = 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;
/** 16 KiB: the server waits at 96 KiB that are not shown, so this is early enough and no chatter. */
const ACK_BYTES = 16 * 1024;
/** 100 ms: what is left of a burst is told too. */
const ACK_MS = 100;

export interface TerminalLinkOptions {
  readonly open: typeof openStreamSocket;
  readonly screen: Screen;
  readonly request: StreamRequest;
  /** A session of this page before it was loaded anew; null begins one. */
  readonly session: string | null;
  /** Keeps the session's id for the next load of the page; null: there is none to keep. */
  readonly keep: (session: string | null) => void;
}

/** One terminal on the page: its connection, taken up again when it breaks, and what the screen has shown of it. */
export class TerminalLink {
  #state = OPENING;
  readonly #options: TerminalLinkOptions;
  readonly #listeners = new Set<() => void>();
  #socket: StreamSocket | null = null;
  #session: string | null;
  /** Bytes of output that came, and that are on the screen. */
  #received = 0;
  #shown = 0;
  #told = 0;
  #size: { readonly width: number; readonly height: number } | null = null;
  #lostAtMs: number | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ackTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TerminalLinkOptions) {
    this.#options = options;
    this.#session = options.session;
  }

  readonly get = (): TerminalState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  connect(): void {
    const { open, request } = this.#options;
    const resume = { kind: 'resume', receivedBytes: this.#received } as const;
    this.#socket = open(this.#session === null ? request : { ...resume, session: this.#session }, {
      data: (channel, bytes) => this.#take(channel, bytes),
      control: (message) => this.#hear(message),
      lost: (loss) => this.#lose(loss),
    });
  }

  /** What a person types or pastes. */
  type(data: Uint8Array<ArrayBuffer> | string): void {
    this.#socket?.send(CHANNEL.stdin, data);
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#socket?.send(CHANNEL.resize, JSON.stringify(this.#size));
  }

  /** Ends the session and what runs in it; the server tells when that is done. */
  end(): void {
    if (this.#state.phase === 'open') this.#send({ close: true });
    else this.#finish({ problem: 'Closed by you.' });
  }

  /** Tries now. */
  retry(): void {
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.connect();
  }

  retryIfLost(): void {
    if (this.#state.phase === 'lost') this.retry();
  }

  /** Lets the connection go: the session waits a while for this page to come back. */
  leave(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#ackTimer);
    this.#socket?.close();
    this.#listeners.clear();
  }

  #set(change: Partial<TerminalState>): void {
    this.#state = { ...this.#state, ...change };
    for (const tell of this.#listeners) tell();
  }

  #send(word: ClientControl): void {
    this.#socket?.send(CHANNEL.control, JSON.stringify(word));
  }

  #take(channel: number, bytes: Uint8Array): void {
    if (channel !== CHANNEL.stdout && channel !== CHANNEL.stderr) return;
    this.#received += bytes.length;
    this.#options.screen.write(bytes, () => {
      this.#shown += bytes.length;
      if (this.#shown - this.#told >= ACK_BYTES) this.#tellShown();
      else this.#ackTimer ??= setTimeout(() => this.#tellShown(), ACK_MS);
    });
  }

  #tellShown(): void {
    clearTimeout(this.#ackTimer);
    this.#ackTimer = undefined;
    this.#told = this.#shown;
    this.#send({ ack: this.#shown });
  }

  #hear(message: StreamMessage): void {
    const { screen, keep } = this.#options;
    switch (message.control) {
      case 'opened':
        this.#session = message.session;
        keep(message.session);
        this.#begin(message);
        break;
      case 'resumed':
        this.#skipTo(message.fromBytes);
        if (message.lostBytes > 0) {
          screen.note(`${formatBytes(message.lostBytes)} of output are no longer kept`);
        }
        this.#begin(message);
        break;
      case 'paused':
        this.#set({ paused: message.why });
        break;
      case 'flowing':
        this.#set({ paused: null });
        break;
      case 'skipped':
        screen.note(`${formatBytes(message.bytes)} that waited were left out`);
        break;
      case 'notice':
        screen.note(message.text);
        break;
      case 'end':
        this.#finish({ end: message });
        break;
    }
  }

  /** What is not sent again counts as shown. */
  #skipTo(fromBytes: number): void {
    this.#shown += fromBytes - this.#received;
    this.#received = fromBytes;
  }

  #begin({ command, tty }: Pick<TerminalState, 'command' | 'tty'>): void {
    this.#failures = 0;
    this.#lostAtMs = null;
    this.#set({ phase: 'open', command, tty, paused: null, problem: null, givenUpAtMs: null });
    if (this.#size !== null) this.resize(this.#size.width, this.#size.height);
    // The server waits for a page that has once told what it has shown.
    this.#tellShown();
  }

  #lose({ error }: StreamLoss): void {
    if (this.#state.phase === 'ended') return;
    const isRefused = error instanceof ApiError && !error.retryable;
    const now = Date.now();
    this.#lostAtMs ??= now;
    const givenUpAtMs = this.#lostAtMs + RESUME_MS;
    if (this.#session === null || isRefused || now >= givenUpAtMs) {
      this.#finish({ problem: lossSentence(error, this.#session !== null) });
      return;
    }
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.connect(), waitMs);
    this.#set({ phase: 'lost', paused: null, givenUpAtMs });
  }

  #finish(change: Partial<TerminalState>): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#ackTimer);
    this.#socket?.close();
    this.#options.keep(null);
    this.#set({ phase: 'ended', paused: null, givenUpAtMs: null, ...change });
  }
}
