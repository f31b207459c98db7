import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** 60 s: a reader that took nothing for so long is gone, whatever TCP says. */
const STALLED_MS = 60_000;

/** Writes text as fast as the reader takes it; rejects when it left, or took nothing for a minute. */
export async function writeText(
  response: ServerResponse,
  text: string | Buffer,
  signal: AbortSignal,
): Promise<void> {
  if (response.destroyed) throw new Error('the client left');
  if (response.write(text)) return;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(STALLED_MS)]);
  try {
    await once(response, 'drain', { signal: patience });
  } catch (error) {
    response.destroy();
    throw error;
  }
}
