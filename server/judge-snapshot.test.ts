import { expect, test } from 'vitest';
import { judgeSnapshot, type NodeFacts } from './judge-snapshot.ts';
import { NOW_MS, node } from './pipeline/testing/builders.ts';

function facts(endpointWarning: string | null): NodeFacts {
  return {
    snapshot: node(),
    sources: [],
    endpoint: {
      endpoint: 'unix:///run/containerd/containerd.sock',
      endpointReason: 'given by --runtime-endpoint',
      endpointWarning,
    },
    cost: { rssBytes: 1, rendererRssBytes: null, cpuPercent: 0 },
  };
}

test('another endpoint than kubelet uses is told before everything else', () => {
  const { findings, node: status } = judgeSnapshot(
    facts('kubelet uses unix:///run/crio/crio.sock (/var/lib/kubelet/config.yaml)'),
    NOW_MS,
  );
  expect(findings[0]).toMatchObject({ cause: 'crictl-wrong-endpoint', severity: 'critical' });
  expect(findings[0]?.evidence[0]?.text).toContain('/run/crio/crio.sock');
  expect(findings[0]?.fix?.length).toBeGreaterThan(0);
  expect(status.sentence.rest).toContain('another runtime');
});

test('the same endpoint is no finding', () => {
  expect(judgeSnapshot(facts(null), NOW_MS).findings).toEqual([]);
});
