import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpFailure, httpGet } from '../lib/http-get.ts';
import { HEALTH_TIMEOUT_MS } from './healthz.ts';

const MAX_BYTES = 64 * 1024;
/** Failures of the way to a port, which say nothing about who listens there. */
const NO_WAY = /\((?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EAI_AGAIN|ENOTFOUND|EACCES|EPERM)\)$/u;

/** What one of kubelet's ports did when it was asked. */
export interface PortAnswer {
  /** "127.0.0.1:10248/healthz" */
  readonly where: string;
  /** `answered`: something is there, whatever it says; `refused`: nothing listens; `silent`: no answer came, or no way led there. */
  readonly result: 'answered' | 'refused' | 'silent';
  /** "it answers 401", or why there is no answer; a clause without a full stop. */
  readonly words: string;
}

/**
 * Asks a port without any credential whether somebody is there: a refusal, an unknown certificate and an answer in another
 * protocol are answers too. Rejects with the signal's reason only.
 */
export async function askPort(url: URL, signal: AbortSignal): Promise<PortAnswer> {
  const where = url.host + url.pathname;
  const Agent = url.protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: false });
  try {
    const { status } = await httpGet(url, {
      signal,
      timeoutMs: HEALTH_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      agent,
      headers: {},
      // Nothing is sent that is worth protecting: only whether somebody answers is wanted.
      tls: { rejectUnauthorized: false },
    });
    return { where, result: 'answered', words: `${where} answers (${status})` };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { where, result: resultOf(error), words: error.message };
  } finally {
    agent.destroy();
  }
}

function resultOf({ kind, message }: HttpFailure): PortAnswer['result'] {
  if (kind === 'refused') return 'refused';
  return kind === 'timeout' || NO_WAY.test(message) ? 'silent' : 'answered';
}
