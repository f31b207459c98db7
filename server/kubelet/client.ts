import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { readHealthz } from './healthz.ts';
import type { KubeletAccess } from './kubelet-access.ts';
import { HOW_TO_ENABLE, KubeletError } from './kubelet-error.ts';
import { KubeletFactReader, type KubeletFactReads } from './kubelet-facts.ts';
import { KubeletHttp, type KubeletPath } from './kubelet-http.ts';
import { type PodsAnswer, PodsReader } from './pods.ts';
import { sentence, tellKubelet } from './tell-kubelet.ts';

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

/** kubelet's HTTP port as a source: its pods, what it tells beside them, and how it stands with us. */
export interface Kubelet {
  /** Reads /pods. Never rejects but for the caller's abort: what goes wrong makes the section unavailable. */
  pods(options: { readonly signal: AbortSignal }): Promise<Section<readonly KubeletPod[]>>;
  readonly facts: KubeletFactReads;
  /** How the last readings went. */
  source(): SourceStatus;
  close(): void;
}

type Standing = Omit<SourceStatus, 'name'>;

class HttpKubelet implements Kubelet {
  readonly facts: KubeletFactReader;
  readonly #options: KubeletOptions;
  readonly #http: KubeletHttp;
  readonly #pods: KubeletPath;
  readonly #reader = new PodsReader();
  #read: { readonly answer: PodsAnswer; readonly warning: string | null } | null = null;
  #trouble: Standing = { status: 'unavailable', reason: 'Not asked yet.', enable: null };

  constructor(options: KubeletOptions) {
    this.#options = options;
    this.#http = new KubeletHttp(options);
    const { nowMs, healthzUrl, timeoutMs = TIMEOUT_MS } = options;
    this.#pods = { path: '/pods', right: 'nodes/pods', timeoutMs, maxBytes: MAX_BODY_BYTES };
    this.facts = new KubeletFactReader({
      http: this.#http,
      nowMs,
      isNamed: options.url !== null,
      ...(healthzUrl ? { healthPortUrl: healthzUrl } : {}),
    });
  }

  async pods({
    signal,
  }: {
    readonly signal: AbortSignal;
  }): Promise<Section<readonly KubeletPod[]>> {
    try {
      const { body, warning } = await this.#http.get(this.#pods, signal);
      const answer = this.#reader.read(body, this.#http.where(this.#pods.path));
      this.#read = { answer, warning };
      return available(answer.pods, this.#options.nowMs());
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof KubeletError)) throw error;
      this.#read = null;
      this.#trouble = await this.#explain(error, signal);
      return unavailable(this.#trouble.reason);
    }
  }

  source(): SourceStatus {
    if (this.#read === null) return { name: 'kubelet', ...this.#trouble };
    const { answer, warning } = this.#read;
    const href = this.#http.href(this.#pods.path);
    return {
      name: 'kubelet',
      ...tellKubelet({ answer, warning, href, failures: this.facts.failures() }),
    };
  }

  close(): void {
    this.#http.close();
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
