import { Agent } from 'node:http';
import type { KubeletHealth } from '../contract/kubelet-facts.ts';
import { HttpFailure, httpGet } from '../lib/http-get.ts';
import { stripControl } from '../lib/strip-control.ts';

/** kubelet's health port: http, loopback, no credential (healthzPort of its configuration, by default). */
const HEALTH_PORT_URL = new URL('http://127.0.0.1:10248/healthz');
/** An answer takes a millisecond; a kubelet that needs more than a second is not to be waited for. */
export const HEALTH_TIMEOUT_MS = 1_000;
const MAX_BYTES = 64 * 1024;
/** 2,000 characters: a dozen named checks, each on its line. */
const MAX_TEXT_LENGTH = 2_000;

export interface HealthOptions {
  readonly signal: AbortSignal;
  readonly url?: URL;
}

/** What an answer of /healthz says: 200 is ok, whatever else is not, and its text names the check that failed. */
export function toHealth(status: number, body: Buffer): KubeletHealth {
  const text = stripControl(body.toString('utf8')).trim();
  return { isOk: status === 200, text: text.slice(0, MAX_TEXT_LENGTH) };
}

/** What kubelet's open health port says. Rejects with HttpFailure where nothing answers. */
export async function readHealthPort(options: HealthOptions): Promise<KubeletHealth> {
  const agent = new Agent({ keepAlive: false });
  const url = new URL(options.url ?? HEALTH_PORT_URL);
  url.search = 'verbose';
  try {
    const { status, body } = await httpGet(url, {
      signal: options.signal,
      timeoutMs: HEALTH_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      agent,
      headers: {},
      tls: {},
    });
    return toHealth(status, body);
  } finally {
    agent.destroy();
  }
}

/**
 * Whether a kubelet lives on this node: true when its health port answers that it is well, false when nothing listens,
 * null when it cannot be told. An "ok" proves no more than life: it stays ok with a dead runtime.
 */
export async function readHealthz(options: HealthOptions): Promise<boolean | null> {
  try {
    const { isOk } = await readHealthPort(options);
    return isOk ? true : null;
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return error.kind === 'refused' ? false : null;
  }
}
