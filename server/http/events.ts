import type { ServerResponse } from 'node:http';
import type { StreamRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { openEventWriter } from './event-writer.ts';
import { parseEventsParams } from './params.ts';

/** Streams at once on this node: more than that is a loop somewhere. */
const MAX_STREAMS = 64;
/** 20 s: below the idle time of common proxies and tunnels. */
const HEARTBEAT_MS = 20_000;

/** Serves GET /events: everything first, then what changes, until either side leaves. */
export function createEventsRoute(
  options: { readonly heartbeatMs?: number; readonly maxStreams?: number } = {},
) {
  let streams = 0;
  return async (request: StreamRequest, response: ServerResponse): Promise<void> => {
    const ref = parseEventsParams(request.query);
    if (streams >= (options.maxStreams ?? MAX_STREAMS)) {
      throw new AppError('too-many-requests', `${streams} live streams are open already`);
    }
    streams += 1;
    try {
      await pump(request, response, ref);
    } finally {
      streams -= 1;
    }
  };

  async function pump(
    request: StreamRequest,
    response: ServerResponse,
    ref: ReturnType<typeof parseEventsParams>,
  ): Promise<void> {
    const loginEnded = new AbortController();
    const signal = AbortSignal.any([request.signal, loginEnded.signal]);
    const writer = openEventWriter(response, { acceptsGzip: request.acceptsGzip, signal });
    const everyMs = options.heartbeatMs ?? HEARTBEAT_MS;
    let heartbeat = setTimeout(function beat() {
      if (request.isStillAllowed()) writer.beat();
      else loginEnded.abort();
      heartbeat = setTimeout(beat, everyMs);
    }, everyMs);
    try {
      for await (const change of request.runtime.live(ref, { signal })) {
        await writer.send({
          event: 'change',
          id: String(change.version),
          data: JSON.stringify(change),
        });
      }
    } finally {
      clearTimeout(heartbeat);
      writer.end(loginEnded.signal.aborted ? 'logged-out' : 'server-stops');
    }
  }
}
