import type {
  KubeletConfigz,
  KubeletHealth,
  KubeletMetrics,
  KubeletSummary,
} from '../contract/kubelet-facts.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { HttpFailure } from '../lib/http-get.ts';
import { HEALTH_TIMEOUT_MS, readHealthPort, toHealth } from './healthz.ts';
import { fromFailure, HOW_TO_ENABLE, KubeletError } from './kubelet-error.ts';
import type { KubeletHttp, KubeletPath } from './kubelet-http.ts';
import { MetricsReader } from './metrics.ts';
import { toConfigz } from './to-configz.ts';
import { toSummary } from './to-summary.ts';

/*
 * Each path has a deadline of its own: with a hung runtime /metrics and /stats/summary hang for ever (measured) while
 * /pods answers in milliseconds. They come from kubelet's memory otherwise, the summary from its last sampling.
 */
const HEALTH: KubeletPath = {
  path: '/healthz?verbose',
  right: 'nodes/healthz',
  timeoutMs: HEALTH_TIMEOUT_MS,
  maxBytes: 64 * 1024,
};
const CONFIG: KubeletPath = {
  path: '/configz',
  right: 'nodes/configz',
  timeoutMs: 2_000,
  maxBytes: 1024 * 1024,
};
/** Some 300 KB on a node of 110 pods; 32 MiB is no kubelet any more. */
const METRICS: KubeletPath = {
  path: '/metrics',
  right: 'nodes/metrics',
  timeoutMs: 3_000,
  maxBytes: 32 * 1024 * 1024,
};
/** Some 5 KB a pod. */
const SUMMARY: KubeletPath = {
  path: '/stats/summary',
  right: 'nodes/stats',
  timeoutMs: 4_000,
  maxBytes: 16 * 1024 * 1024,
};

/** 500 and 503: a check failed, and the body says which. */
const HEALTH_STATUSES = [200, 500, 503];

interface AskOptions {
  readonly signal: AbortSignal;
}

/** What kubelet tells beside its pods. Nothing rejects but for the caller's abort: a failure blinds its own section. */
export interface KubeletFactReads {
  health(options: AskOptions): Promise<Section<KubeletHealth>>;
  config(options: AskOptions): Promise<Section<KubeletConfigz>>;
  metrics(options: AskOptions): Promise<Section<KubeletMetrics>>;
  summary(options: AskOptions): Promise<Section<KubeletSummary>>;
}

export interface FactOptions {
  readonly http: KubeletHttp;
  readonly nowMs: () => number;
  /** False where no address and no credential are given: then the open health port is asked alone. */
  readonly isNamed: boolean;
  readonly healthPortUrl?: URL;
}

function noSense(where: string, what: string): KubeletError {
  return new KubeletError(`${where} did not answer with ${what}`, { enable: HOW_TO_ENABLE });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined; // Told by the caller as an answer that makes no sense.
  }
}

/** The readings of kubelet's facts, with what went wrong at the last one of each. */
export class KubeletFactReader implements KubeletFactReads {
  readonly #options: FactOptions;
  readonly #failures = new Map<string, KubeletError>();

  constructor(options: FactOptions) {
    this.#options = options;
  }

  health({ signal }: AskOptions): Promise<Section<KubeletHealth>> {
    return this.#section(HEALTH, signal, () => this.#readHealth(signal));
  }

  config({ signal }: AskOptions): Promise<Section<KubeletConfigz>> {
    return this.#section(CONFIG, signal, async () => {
      const { body } = await this.#options.http.get(CONFIG, signal);
      return toConfigz(parseJson(body)) ?? raise(noSense('/configz', 'a configuration'));
    });
  }

  metrics({ signal }: AskOptions): Promise<Section<KubeletMetrics>> {
    return this.#section(METRICS, signal, async () => {
      const reader = new MetricsReader();
      await this.#options.http.stream(METRICS, signal, (chunk) => reader.take(chunk));
      return reader.end() ?? raise(noSense('/metrics', "kubelet's metrics"));
    });
  }

  summary({ signal }: AskOptions): Promise<Section<KubeletSummary>> {
    return this.#section(SUMMARY, signal, async () => {
      const { body } = await this.#options.http.get(SUMMARY, signal);
      return toSummary(body) ?? raise(noSense('/stats/summary', 'a summary'));
    });
  }

  /** What could not be read at the last try, by path. */
  failures(): ReadonlyMap<string, KubeletError> {
    return this.#failures;
  }

  /** kubelet's own port first, since it checks more; without the right, the open health port. */
  async #readHealth(signal: AbortSignal): Promise<KubeletHealth> {
    const { http, isNamed, healthPortUrl } = this.#options;
    let refusal: KubeletError | null = null;
    if (isNamed) {
      try {
        const { status, body } = await http.get(HEALTH, signal, HEALTH_STATUSES);
        return toHealth(status, body);
      } catch (error) {
        if (!(error instanceof KubeletError)) throw error;
        refusal = error;
      }
    }
    try {
      return await readHealthPort({ signal, ...(healthPortUrl ? { url: healthPortUrl } : {}) });
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      throw refusal ?? fromFailure(error);
    }
  }

  async #section<T>(
    { path }: KubeletPath,
    signal: AbortSignal,
    read: () => Promise<T>,
  ): Promise<Section<T>> {
    const name = path.split('?')[0] ?? path;
    try {
      const value = await read();
      this.#failures.delete(name);
      return available(value, this.#options.nowMs());
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof KubeletError)) throw error;
      this.#failures.set(name, error);
      const text = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
      return unavailable(text);
    }
  }
}

function raise(error: KubeletError): never {
  throw error;
}
