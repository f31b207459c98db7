import type { z } from 'zod';
import { apiPaths } from '../../server/contract/paths.ts';
import { CHANNEL, HEARTBEAT_MS } from '../../server/contract/stream-words.ts';
import type { ControlMessage, Ticket, ticketRequestSchema } from '../../server/contract/ticket.ts';
import { postJson } from './api-client.ts';
import { withBase } from './base-path.ts';

/** 10 s for a ticket and for the connection: longer is a tunnel that hangs. */
const OPEN_MS = 10_000;

/** Two beats and a half without a word: the network went away without telling, as when a laptop slept. */
const SILENT_MS = 2.5 * HEARTBEAT_MS;

/** What a ticket is asked for; what has a default may be left out. */
export type StreamRequest = z.input<typeof ticketRequestSchema>;

/** How a connection ended. */
export interface StreamLoss {
  /** False: no WebSocket came through at all. */
  readonly wasOpen: boolean;
  /** What refused it, an ApiError where the server said no; null where it just broke. */
  readonly error: Error | null;
}

/** What the server says, but for its beat. */
export type StreamMessage = Exclude<ControlMessage, { readonly control: 'beat' }>;

export interface StreamHandlers {
  /** Bytes of a channel that is not control. */
  readonly data: (channel: number, bytes: Uint8Array) => void;
  readonly control: (message: StreamMessage) => void;
  /** Once, and not after close(). */
  readonly lost: (loss: StreamLoss) => void;
}

export interface StreamSocket {
  /** Silently nothing while there is no connection: who types sees that from the state shown. */
  send(channel: number, data: Uint8Array<ArrayBuffer> | string): void;
  /** Bytes that wait to be sent. */
  waitingBytes(): number;
  close(): void;
}

/** Opens one ticketed stream: a ticket, then the WebSocket it is good for. */
export function openStreamSocket(request: StreamRequest, on: StreamHandlers): StreamSocket {
  const closing = new AbortController();
  let socket: WebSocket | null = null;
  const lose = (wasOpen: boolean, error: Error | null) => {
    if (closing.signal.aborted) return;
    closing.abort();
    on.lost({ wasOpen, error });
  };
  const open = async () => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(OPEN_MS)]);
    const ticket = await postJson<Ticket>(apiPaths.tickets(), request, signal);
    if (!closing.signal.aborted) socket = connect(ticket.url, on, lose);
  };
  open().catch((error: unknown) => lose(false, error instanceof Error ? error : null));
  return {
    send(channel, data) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(toFrame(channel, data));
    },
    waitingBytes: () => socket?.bufferedAmount ?? 0,
    close() {
      closing.abort();
      socket?.close();
    },
  };
}

function connect(
  url: string,
  on: StreamHandlers,
  lose: (wasOpen: boolean, error: Error | null) => void,
): WebSocket {
  const address = new URL(withBase(url), window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  let wasOpen = false;
  const giveUp = () => {
    socket.close();
    // The close of a dead connection would be told by the browser a minute later.
    lose(wasOpen, null);
  };
  let fuse = setTimeout(giveUp, OPEN_MS);
  // The clock of the wall: a laptop's other one stands while it sleeps.
  let heardAtMs = Date.now();
  const listen = () => {
    const leftMs = heardAtMs + SILENT_MS - Date.now();
    if (leftMs <= 0) giveUp();
    else fuse = setTimeout(listen, leftMs);
  };
  socket.addEventListener('open', () => {
    clearTimeout(fuse);
    wasOpen = true;
    heardAtMs = Date.now();
    listen();
  });
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    heardAtMs = Date.now();
    if (typeof data === 'string') return;
    const frame = new Uint8Array(data);
    const channel = frame[0] ?? -1;
    const payload = frame.subarray(1);
    if (channel !== CHANNEL.control) on.data(channel, payload);
    else tellControl(payload, on);
  });
  socket.addEventListener('close', () => {
    clearTimeout(fuse);
    lose(wasOpen, null);
  });
  return socket;
}

function tellControl(payload: Uint8Array, on: StreamHandlers): void {
  const message = JSON.parse(new TextDecoder().decode(payload)) as ControlMessage;
  if (message.control !== 'beat') on.control(message);
}

function toFrame(channel: number, data: Uint8Array<ArrayBuffer> | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const frame = new Uint8Array(bytes.length + 1);
  frame[0] = channel;
  frame.set(bytes, 1);
  return frame;
}
