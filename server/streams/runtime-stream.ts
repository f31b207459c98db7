import { networkInterfaces } from 'node:os';
import type { WebSocket } from 'ws';
import { toBuffer, toFrame } from './frame.ts';
import { loadWs } from './load-ws.ts';
import { parseRuntimeUrl } from './runtime-url.ts';

/** The only protocol that every runtime takes; it has no half-close. */
const PROTOCOL = 'v4.channel.k8s.io';
/** 10 s: on loopback an answer takes a millisecond. */
const CONNECT_MS = 10_000;
/** 2 s for the runtime to say goodbye too. */
const GOODBYE_MS = 2_000;
/** 8 MiB: runtimes write pieces of 32 KiB; a frame beyond this is none of theirs. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** Where the way to the runtime's streaming server ended. */
export class RuntimeStreamError extends Error {
  override readonly name = 'RuntimeStreamError';
  readonly step: 'address' | 'connect' | 'handshake';
  /** Where it was tried, "127.0.0.1:40123"; null where no address was told. */
  readonly at: string | null;
  /** The system's word, such as ECONNREFUSED; null where there is none. */
  readonly code: string | null;
  readonly httpStatus: number | null;

  constructor(
    message: string,
    at: {
      readonly step: RuntimeStreamError['step'];
      readonly at?: string;
      readonly code?: string;
      readonly httpStatus?: number;
    },
  ) {
    super(message);
    this.step = at.step;
    this.at = at.at ?? null;
    this.code = at.code ?? null;
    this.httpStatus = at.httpStatus ?? null;
  }
}

export interface RuntimeStreamHandlers {
  /** A whole frame, its channel the first byte. */
  onFrame(frame: Buffer): void;
  /** 1000: as agreed; 1006: the connection broke. Told once. */
  onClose(code: number): void;
}

/** Our end of a stream of the runtime. */
export interface RuntimeStream {
  send(channel: number, payload: Uint8Array): void;
  /** Bytes that the runtime has not taken yet. */
  readonly bufferedBytes: number;
  /** Calls back when what was sent has been taken. */
  onDrain(listener: () => void): void;
  pause(): void;
  resume(): void;
  /** Says goodbye, which closes the input of what runs there. */
  close(): void;
  /** Breaks the connection, which tells some runtimes to end a terminal's process. */
  cut(): void;
  /** Says goodbye, and breaks the connection when that is not heard. */
  end(): void;
}

/**
 * Connects to an address that the runtime has just named; it serves once. Nothing is read before `resume`. Rejects with
 * RuntimeStreamError. There is no way to give up half-way: the runtime may have begun already, and then somebody has to
 * end what it started.
 */
export async function connectRuntimeStream(
  text: string,
  handlers: RuntimeStreamHandlers,
): Promise<RuntimeStream> {
  const address = parseRuntimeUrl(text, ownAddresses());
  if (typeof address === 'string') throw new RuntimeStreamError(address, { step: 'address' });
  const at = `${address.host}:${address.port}`;
  const { WebSocket: Client } = await loadWs();
  const socket = new Client(address.url, PROTOCOL, {
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handshakeTimeout: CONNECT_MS,
    // The runtime signs its own; we are on the same machine.
    rejectUnauthorized: false,
    skipUTF8Validation: true,
  });
  let drained = (): void => undefined;
  socket.on('message', (message) => handlers.onFrame(toBuffer(message)));
  await opened(socket, at);
  socket.on('close', (code: number) => handlers.onClose(code));
  return {
    send(channel, payload) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(toFrame(channel, payload), () => drained());
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    onDrain(listener) {
      drained = listener;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.close(1000),
    cut: () => socket.terminate(),
    end() {
      socket.resume();
      socket.close(1000);
      setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
    },
  };
}

function opened(socket: WebSocket, at: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      // What comes before somebody listens must not be lost.
      socket.pause();
      resolve();
    });
    socket.once('unexpected-response', (request, response) => {
      const httpStatus = response.statusCode ?? 0;
      request.destroy();
      const message = `${at} answered ${httpStatus} instead of opening the stream`;
      reject(new RuntimeStreamError(message, { step: 'handshake', at, httpStatus }));
    });
    // Stays for good: a connection that breaks later is told by its close.
    socket.on('error', (error) => {
      const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
      // Without a code they are the library's words: the other side answered something else than a WebSocket.
      const isSilent = 'code' in code || /timed out|hang up/i.test(error.message);
      const step = isSilent ? 'connect' : 'handshake';
      reject(new RuntimeStreamError(error.message, { step, at, ...code }));
    });
  });
}

function ownAddresses(): ReadonlySet<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
  );
}
