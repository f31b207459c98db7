import { Agent } from 'node:http';
import { httpGet } from './http-get.ts';
import { KubeletError } from './kubelet-error.ts';

/** kubelet's health port: http, loopback, no credential (healthzPort of its configuration, by default). */
const HEALTHZ_URL = new URL('http://127.0.0.1:10248/healthz');
/** An answer takes a millisecond; a kubelet that needs more than a second is not to be waited for. */
const TIMEOUT_MS = 1_000;
const MAX_BYTES = 64 * 1024;

/**
 * Whether a kubelet lives on this node: true when its health port answers with 200, false when nothing listens, null
 * when it cannot be told. An "ok" proves no more than life: it stays ok with a dead runtime.
 */
export async function readHealthz(options: {
  readonly signal: AbortSignal;
  readonly url?: URL;
}): Promise<boolean | null> {
  const agent = new Agent({ keepAlive: false });
  try {
    const { status } = await httpGet(options.url ?? HEALTHZ_URL, {
      signal: options.signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      agent,
      headers: {},
      tls: {},
    });
    return status === 200 ? true : null;
  } catch (error) {
    if (!(error instanceof KubeletError)) throw error;
    return error.message.includes('connection refused') ? false : null;
  } finally {
    agent.destroy();
  }
}
