import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { constants, createGzip } from 'node:zlib';

/** 60 s: a reader that took nothing for so long is gone, whatever TCP says. */
const STALLED_MS = 60_000;
/** Small windows: some 40 KB a stream instead of 256 KB, for ten percent more bytes. */
const GZIP = { flush: constants.Z_SYNC_FLUSH, windowBits: 13, memLevel: 5 };

export interface EventWriter {
  /** Resolves when the reader can take more; rejects when it left or stalled. */
  send(message: {
    readonly event: string;
    readonly id: string;
    readonly data: string;
  }): Promise<void>;
  /** A comment that keeps proxies from closing the line; skipped while the reader is slow. */
  beat(): void;
  /** Says why it ends, then ends. */
  end(reason: string): void;
}

/** Opens a text/event-stream on the response; every message is flushed at once, compressed where that is taken. */
export function openEventWriter(
  response: ServerResponse,
  options: { readonly acceptsGzip: boolean; readonly signal: AbortSignal },
): EventWriter {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Asks nginx and its kin not to hold the stream back.
    'x-accel-buffering': 'no',
    ...(options.acceptsGzip ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
  });
  const out = options.acceptsGzip ? createGzip(GZIP) : response;
  if (out !== response) out.pipe(response);
  out.on('error', () => response.destroy());
  let isBlocked = false;
  const write = async (text: string): Promise<void> => {
    if (response.destroyed || out.write(text)) return;
    isBlocked = true;
    try {
      await once(out, 'drain', {
        signal: AbortSignal.any([options.signal, AbortSignal.timeout(STALLED_MS)]),
      });
    } catch (error) {
      if (!options.signal.aborted) response.destroy();
      throw error;
    } finally {
      isBlocked = false;
    }
  };
  out.write('retry: 1000\n\n');
  return {
    send: ({ event, id, data }) => write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`),
    beat() {
      if (!isBlocked && !response.destroyed) out.write(': alive\n\n');
    },
    end(reason) {
      if (!response.destroyed) out.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
      else out.destroy();
    },
  };
}
