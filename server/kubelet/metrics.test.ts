import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MetricsReader } from './metrics.ts';
import { quantile } from './quantile.ts';

const RECORDED = readFileSync(new URL('fixtures/metrics.txt', import.meta.url));

function read(text: Buffer | string, pieceBytes = Number.POSITIVE_INFINITY) {
  const reader = new MetricsReader();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.take(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)));
  }
  return reader.end();
}

describe('MetricsReader', () => {
  it('reads what kubelet 1.36 wrote', () => {
    const metrics = read(RECORDED);
    expect(metrics).toMatchObject({
      plegRelistP99Ms: null,
      plegLastSeenAtMs: 1_795_985_687_000,
      runningPods: 22,
      evictions: {},
    });
    expect(metrics?.runtimeOperations).toContainEqual({
      operation: 'create_container',
      count: 71,
      errors: 12,
      p99Ms: null,
    });
    expect(metrics?.runtimeOperations).toHaveLength(16);
  });

  it.each([1, 7, 100, 4096])('reads the same in pieces of %i bytes', (pieceBytes) => {
    expect(read(RECORDED, pieceBytes)).toEqual(read(RECORDED));
  });

  it('reckons the 99th percentile from buckets', () => {
    const metrics = read(
      [
        'kubelet_pleg_relist_duration_seconds_bucket{le="0.5"} 98',
        'kubelet_pleg_relist_duration_seconds_bucket{le="1"} 100',
        'kubelet_pleg_relist_duration_seconds_bucket{le="+Inf"} 100',
        'kubelet_runtime_operations_duration_seconds_bucket{operation_type="version",le="0.1"} 10',
        'kubelet_runtime_operations_duration_seconds_bucket{operation_type="version",le="+Inf"} 20',
        'kubelet_evictions{eviction_signal="memory.available"} 3',
      ].join('\n'),
    );
    expect(metrics).toMatchObject({
      plegRelistP99Ms: 750,
      runtimeOperations: [{ operation: 'version', p99Ms: 100 }],
      evictions: { 'memory.available': 3 },
    });
  });

  it('tells what is no metrics of kubelet from one that tells little', () => {
    expect(read('go_goroutines 12\n<html>')).toBeNull();
    expect(read('kubelet_running_pods 0')).toMatchObject({ runningPods: 0 });
  });

  it('stays small, whatever comes', () => {
    const flood = Array.from(
      { length: 5_000 },
      (_, index) => `kubelet_runtime_operations_total{operation_type="op${index}"} 1`,
    );
    expect(read(flood.join('\n'))?.runtimeOperations).toHaveLength(64);
    expect(read(`kubelet_${'x'.repeat(10_000_000)}\nkubelet_running_pods 4`, 65_536)).toMatchObject(
      { runningPods: 4 },
    );
    expect(read('kubelet_running_pods NaN\nkubelet_running_pods{ 7')).toBeNull();
  });
});

describe('quantile', () => {
  it('of nothing is nothing', () => {
    expect(quantile(new Map(), 0.99)).toBeNull();
    expect(quantile(new Map([[1, 0]]), 0.99)).toBeNull();
  });

  it('lies on the straight line within its bucket', () => {
    expect(
      quantile(
        new Map([
          [2, 5],
          [4, 10],
        ]),
        0.75,
      ),
    ).toBe(3);
  });
});
