import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { CHANNEL, END_SENTENCES } from '../contract/stream-words.ts';
import type { StreamEnd } from '../contract/ticket.ts';

/** 1 MiB and 256 KiB, as on the server's side. */
const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;

/**
 * Joins a local connection and a stream until one of them ends, and waits for whoever is slower. Resolves with the words
 * of the server when the pod's side was not there, else with null.
 */
export function forwardConnection(local: Socket, stream: WebSocket): Promise<string | null> {
  return new Promise((resolve) => {
    let words: string | null = null;
    stream.on('message', (message) => {
      const frame = message as Buffer;
      const payload = frame.subarray(1);
      if (frame[0] === CHANNEL.control) words = endWords(payload) ?? words;
      if (frame[0] !== CHANNEL.stdout || payload.length === 0) return;
      if (!local.write(payload)) stream.pause();
    });
    local.on('drain', () => stream.resume());
    local.on('data', (bytes: Buffer) => {
      const frame = Buffer.concat([Buffer.from([CHANNEL.stdin]), bytes]);
      stream.send(frame, () => {
        if (stream.bufferedAmount <= LOW_BYTES) local.resume();
      });
      if (stream.bufferedAmount > HIGH_BYTES) local.pause();
    });
    // Each end is told by its close.
    local.on('error', () => undefined);
    stream.on('error', () => undefined);
    // A half that is closed: the protocol below knows no such thing, so what still comes is waited for.
    local.on('close', () => stream.close(1000));
    stream.on('close', () => {
      local.end();
      resolve(words);
    });
    local.resume();
  });
}

function endWords(payload: Buffer): string | null {
  const told = JSON.parse(payload.toString('utf8')) as Partial<StreamEnd>;
  if (told.control !== 'end' || told.reason === undefined) return null;
  if (told.reason === 'closed-by-pod' || told.reason === 'closed-by-you') return null;
  return told.detail ?? END_SENTENCES[told.reason];
}
