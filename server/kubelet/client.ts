import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { readHealthz } from './healthz.ts';
import { httpGet } from './http-get.ts';
import { type KubeletAccess, READ_ONLY_URL, readCredential } from './kubelet-access.ts';
import { fromStatus, HOW_TO_ENABLE, KubeletError } from './kubelet-error.ts';
import { type PodsAnswer, PodsReader } from './pods.ts';

/** /pods of a full node takes some 50 ms; kubelet answers it from memory even when the runtime hangs. */
const TIMEOUT_MS = 3_000;
/** 500 pods are about 5 MB; beyond 64 MiB something else answers. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface KubeletOptions extends KubeletAccess {
  readonly nowMs: () => number;
  /** The health port, for tests. */
  readonly healthzUrl?: URL;
  readonly timeoutMs?: number;
}

/** kubelet as a source: its pods, and how it stands with us. */
export interface Kubelet {
  /** Reads /pods. Never rejects but for the caller's abort: what goes wrong makes the section unavailable. */
  pods(options: { readonly signal: AbortSignal }): Promise<Section<readonly KubeletPod[]>>;
  /** How the last reading went. */
  source(): SourceStatus;
  close(): void;
}

type Standing = Omit<SourceStatus, 'name'>;

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

class HttpKubelet implements Kubelet {
  readonly #options: KubeletOptions;
  readonly #url: URL;
  readonly #agent: HttpAgent;
  readonly #reader = new PodsReader();
  #standing: Standing = { status: 'unavailable', reason: 'Not asked yet.', enable: null };

  constructor(options: KubeletOptions) {
    this.#options = options;
    const base = (options.url ?? READ_ONLY_URL).replace(/\/+$/, '');
    this.#url = new URL(`${base}/pods`);
    const Agent = this.#url.protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  async pods({
    signal,
  }: {
    readonly signal: AbortSignal;
  }): Promise<Section<readonly KubeletPod[]>> {
    try {
      const { answer, warning } = await this.#ask(signal);
      this.#standing = this.#sound(answer, warning);
      return available(answer.pods, this.#options.nowMs());
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof KubeletError)) throw error;
      this.#standing = await this.#explain(error, signal);
      return unavailable(this.#standing.reason);
    }
  }

  source(): SourceStatus {
    return { name: 'kubelet', ...this.#standing };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #ask(signal: AbortSignal): Promise<{ answer: PodsAnswer; warning: string | null }> {
    const credential = await readCredential(this.#options, this.#url);
    const { status, body } = await httpGet(this.#url, {
      signal,
      timeoutMs: this.#options.timeoutMs ?? TIMEOUT_MS,
      maxBytes: MAX_BODY_BYTES,
      agent: this.#agent,
      headers: credential.headers,
      tls: credential.tls,
    });
    if (status !== 200) throw fromStatus(status, this.#where(), credential.hasCredential);
    return { answer: this.#reader.read(body, this.#where()), warning: credential.warning };
  }

  #where(): string {
    return `${this.#url.host}${this.#url.pathname}`;
  }

  #sound({ pods, malformed }: PodsAnswer, warning: string | null): Standing {
    const read = `Reads ${pods.length} pods from ${this.#url.href}.`;
    if (malformed > 0) {
      return {
        status: 'degraded',
        reason: `${read} ${malformed} entries could not be read as a pod.`,
        enable: null,
      };
    }
    return { status: 'ok', reason: warning === null ? read : `${read} ${warning}`, enable: null };
  }

  /** Without a given address a closed read-only port is the usual case: then say whether a kubelet lives here at all. */
  async #explain(error: KubeletError, signal: AbortSignal): Promise<Standing> {
    if (this.#options.url !== null) {
      return { status: 'unavailable', reason: sentence(error.message), enable: error.enable };
    }
    const { healthzUrl } = this.#options;
    const isAlive = await readHealthz({ signal, ...(healthzUrl ? { url: healthzUrl } : {}) });
    const alive: Readonly<Record<string, string>> = {
      true: ' kubelet itself is alive: its health port answers.',
      false: ' No kubelet answers on its health port 10248 either.',
    };
    const reason = `The read-only port of kubelet is closed: ${error.message}.`;
    return {
      status: 'unavailable',
      reason: reason + (alive[String(isAlive)] ?? ''),
      enable: HOW_TO_ENABLE,
    };
  }
}

/** A kubelet at the given address, or at its read-only port when none is given. */
export function createKubelet(options: KubeletOptions): Kubelet {
  return new HttpKubelet(options);
}
