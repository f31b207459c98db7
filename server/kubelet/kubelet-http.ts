import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpFailure, httpGet, httpStream } from '../lib/http-get.ts';
import {
  type Credential,
  type KubeletAccess,
  READ_ONLY_URL,
  readCredential,
} from './kubelet-access.ts';
import { type Asked, fromFailure, fromStatus, type KubeletRight } from './kubelet-error.ts';

/** One path of kubelet, and what asking for it may cost. */
export interface KubeletPath {
  /** With its query. */
  readonly path: string;
  readonly right: KubeletRight;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface KubeletBody {
  readonly status: number;
  readonly body: Buffer;
  /** A sentence where the other end is not verified, else null. */
  readonly warning: string | null;
}

/** kubelet's HTTP port: who asks, how it is verified, and what a refusal means. */
export class KubeletHttp {
  readonly #access: KubeletAccess;
  readonly #base: URL;
  readonly #agent: HttpAgent;

  constructor(access: KubeletAccess) {
    this.#access = access;
    this.#base = new URL((access.url ?? READ_ONLY_URL).replace(/\/+$/, '/'));
    const Agent = this.#base.protocol === 'https:' ? HttpsAgent : HttpAgent;
    // Each path is asked one at a time by its reader; a path that hangs must not hold the others up.
    this.#agent = new Agent({ keepAlive: true, maxFreeSockets: 1 });
  }

  /** The whole address, for people. */
  href(path: string): string {
    return this.#url(path).href;
  }

  /** host:port/path, for sentences. */
  where(path: string): string {
    const url = this.#url(path);
    return url.host + url.pathname;
  }

  /** The body of a path. Rejects with KubeletError for everything but `accept`, and with the signal's reason. */
  async get(
    asked: KubeletPath,
    signal: AbortSignal,
    accept: readonly number[] = [200],
  ): Promise<KubeletBody> {
    const url = this.#url(asked.path);
    const credential = await readCredential(this.#access, url);
    try {
      const { status, body } = await httpGet(url, this.#options(asked, credential, signal));
      if (!accept.includes(status)) throw fromStatus(status, toAsked(url, asked, credential));
      return { status, body, warning: credential.warning };
    } catch (error) {
      throw error instanceof HttpFailure ? fromFailure(error) : error;
    }
  }

  /** Hands the pieces of a path's body over as they come; else as get. */
  async stream(
    asked: KubeletPath,
    signal: AbortSignal,
    take: (chunk: Buffer) => void,
  ): Promise<void> {
    const url = this.#url(asked.path);
    const credential = await readCredential(this.#access, url);
    try {
      const options = this.#options(asked, credential, signal);
      const status = await httpStream(url, options, (chunk, code) => {
        if (code === 200) take(chunk);
      });
      if (status !== 200) throw fromStatus(status, toAsked(url, asked, credential));
    } catch (error) {
      throw error instanceof HttpFailure ? fromFailure(error) : error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #url(path: string): URL {
    return new URL(`.${path}`, this.#base);
  }

  #options(asked: KubeletPath, credential: Credential, signal: AbortSignal) {
    const { timeoutMs, maxBytes } = asked;
    const { headers, tls } = credential;
    return { signal, timeoutMs, maxBytes, agent: this.#agent, headers, tls };
  }
}

function toAsked(url: URL, { right }: KubeletPath, { hasCredential }: Credential): Asked {
  return { where: url.host + url.pathname, right, hasCredential };
}
