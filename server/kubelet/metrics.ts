import type { KubeletMetrics } from '../contract/kubelet-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { quantile } from './quantile.ts';

/** 64 KiB: the longest line of a sound exposition has some hundred characters. */
const MAX_LINE_BYTES = 64 * 1024;
/** 64: kubelet counts some twenty operations and a dozen eviction signals. */
const MAX_SERIES = 64;

interface Operation {
  count: number;
  errors: number;
  /** Upper bound in seconds → cumulative count. */
  readonly buckets: Map<number, number>;
}

const LINE = /^(kubelet_[a-z_]+)(?:\{([^}]*)\})? (\S+)/u;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/gu;

function labelsOf(text: string | undefined): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (const [, name = '', value = ''] of (text ?? '').matchAll(LABEL)) labels[name] = value;
  return labels;
}

function addBucket(buckets: Map<number, number>, le: string | undefined, count: number): void {
  if (buckets.size >= MAX_SERIES) return;
  buckets.set(le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count);
}

/**
 * The few families of kubelet's /metrics that tell about runtime, pods and evictions, picked line by line as the text
 * comes in; everything else is passed over. Bounded in lines, series and length, whatever comes.
 */
export class MetricsReader {
  readonly #operations = new Map<string, Operation>();
  readonly #evictions = new Map<string, number>();
  readonly #relist = new Map<number, number>();
  #lastSeenSeconds: number | null = null;
  #runningPods: number | null = null;
  #rest = '';

  /** Takes the next piece of the text, wherever it was cut. */
  take(chunk: Buffer): void {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MAX_LINE_BYTES);
    for (const line of lines) if (line.startsWith('kubelet_')) this.#line(line);
  }

  /** What the text told; null when not one of the families was in it. */
  end(): KubeletMetrics | null {
    if (this.#rest.startsWith('kubelet_')) this.#line(this.#rest);
    this.#rest = '';
    const isEmpty =
      this.#operations.size === 0 && this.#relist.size === 0 && this.#runningPods === null;
    if (isEmpty && this.#lastSeenSeconds === null) return null;
    return {
      plegRelistP99Ms: inMs(quantile(this.#relist, 0.99)),
      plegLastSeenAtMs: inMs(this.#lastSeenSeconds),
      runtimeOperations: [...this.#operations].map(([operation, { count, errors, buckets }]) => ({
        operation,
        count,
        errors,
        p99Ms: inMs(quantile(buckets, 0.99)),
      })),
      runningPods: this.#runningPods,
      evictions: Object.fromEntries(this.#evictions),
    };
  }

  #line(line: string): void {
    const [, name, labelText, valueText] = LINE.exec(line) ?? [];
    const value = Number(valueText);
    if (name === undefined || !Number.isFinite(value)) return;
    switch (name) {
      case 'kubelet_pleg_last_seen_seconds':
        this.#lastSeenSeconds = value;
        return;
      case 'kubelet_running_pods':
        this.#runningPods = value;
        return;
      case 'kubelet_pleg_relist_duration_seconds_bucket':
        addBucket(this.#relist, labelsOf(labelText)['le'], value);
        return;
      case 'kubelet_evictions':
        this.#evict(labelsOf(labelText)['eviction_signal'], value);
        return;
      default:
        if (name.startsWith('kubelet_runtime_operations_')) {
          this.#operate(name, labelsOf(labelText), value);
        }
    }
  }

  #evict(signal: string | undefined, value: number): void {
    if (signal === undefined || this.#evictions.size >= MAX_SERIES) return;
    this.#evictions.set(stripControl(signal), value);
  }

  #operate(name: string, labels: Readonly<Record<string, string>>, value: number): void {
    const operation = this.#operationOf(labels['operation_type']);
    if (operation === null) return;
    if (name === 'kubelet_runtime_operations_total') operation.count = value;
    if (name === 'kubelet_runtime_operations_errors_total') operation.errors = value;
    if (name === 'kubelet_runtime_operations_duration_seconds_bucket') {
      addBucket(operation.buckets, labels['le'], value);
    }
  }

  #operationOf(label: string | undefined): Operation | null {
    if (label === undefined) return null;
    const name = stripControl(label);
    const known = this.#operations.get(name);
    if (known !== undefined || this.#operations.size >= MAX_SERIES) return known ?? null;
    const made: Operation = { count: 0, errors: 0, buckets: new Map() };
    this.#operations.set(name, made);
    return made;
  }
}

function inMs(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000);
}
