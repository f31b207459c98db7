import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpFailure, httpGet } from '../lib/http-get.ts';
import type { KubeAccessReader } from './kube-access.ts';
import { fromFailure, fromStatus, KubeError, type KubeRight } from './kube-error.ts';

/** 5 s: lists of one node take tens of milliseconds; an API server that needs longer is in trouble itself. */
const TIMEOUT_MS = 5_000;
/** 64 MiB, as for kubelet: beyond it something else answers. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface KubeQuestion {
  /** With its query, from the server's root on. */
  readonly path: string;
  readonly right: KubeRight;
}

export interface KubeHttpOptions {
  readonly access: KubeAccessReader;
  readonly nowMs: () => number;
  readonly timeoutMs?: number;
}

/** GETs to the API server. Remembers since when it has not answered at all. */
export class KubeHttp {
  readonly #options: KubeHttpOptions;
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, maxFreeSockets: 1 }),
    'https:': new HttpsAgent({ keepAlive: true, maxFreeSockets: 1 }),
  };
  #silentSinceMs: number | null = null;
  #host: string | null = null;

  constructor(options: KubeHttpOptions) {
    this.#options = options;
  }

  /** host:port of the API server, null before it was asked. */
  get host(): string | null {
    return this.#host;
  }

  /** Since when no question was answered, null while they are. */
  get silentSinceMs(): number | null {
    return this.#silentSinceMs;
  }

  /** The body of an answer 200. Rejects with KubeError, or with the signal's reason. */
  async get({ path, right }: KubeQuestion, signal: AbortSignal): Promise<Buffer> {
    const { access, nowMs, timeoutMs = TIMEOUT_MS } = this.#options;
    const { server, headers, tls } = await access.read();
    this.#host = server.host;
    const url = new URL(`.${path}`, server.href.endsWith('/') ? server.href : `${server.href}/`);
    const agent = this.#agents[url.protocol === 'http:' ? 'http:' : 'https:'];
    try {
      const answer = await httpGet(url, {
        signal,
        timeoutMs,
        maxBytes: MAX_BODY_BYTES,
        agent,
        headers: { ...headers, accept: 'application/json' },
        tls,
      });
      this.#silentSinceMs = null;
      if (answer.status !== 200) throw fromStatus(answer.status, url.pathname, right);
      return answer.body;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      this.#silentSinceMs ??= nowMs();
      throw fromFailure(error);
    }
  }

  /** As get, parsed. */
  async json(question: KubeQuestion, signal: AbortSignal): Promise<unknown> {
    const body = await this.get(question, signal);
    try {
      return JSON.parse(body.toString('utf8'));
    } catch (error) {
      throw new KubeError(`${question.path} was not answered with JSON`, { cause: error });
    }
  }

  close(): void {
    this.#agents['http:'].destroy();
    this.#agents['https:'].destroy();
  }
}
