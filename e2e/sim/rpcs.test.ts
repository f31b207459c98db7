import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { Introspection } from '../../server/containerd/generated/containerd/introspection_pb.js';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { failureOf } from './testing/sim-client.ts';
import { simForTest } from './testing/sim-for-test.ts';

const { method } = RuntimeService;
const unknownMethod = (name: string) => ({
  code: status.UNIMPLEMENTED,
  details: `unknown method ${name} for service runtime.v1.RuntimeService`,
});

describe('what containerd 2.1 does not serve', () => {
  it('is answered UNIMPLEMENTED in its words', async () => {
    const { client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
    expect(await failureOf(client.call(method.updatePodSandboxResources))).toEqual(
      unknownMethod('UpdatePodSandboxResources'),
    );
    expect(await failureOf(client.call(method.checkpointPod))).toEqual(
      unknownMethod('CheckpointPod'),
    );
    expect(await failureOf(client.call(method.listMetricDescriptors))).toEqual({
      code: status.UNIMPLEMENTED,
      details: 'method ListMetricDescriptors not implemented',
    });
    await client.call(method.runtimeConfig);
  });
});

it('containerd 1.6 serves no RuntimeConfig and names no handlers', async () => {
  const { client } = await simForTest({
    dress: 'containerd',
    version: '1.6',
    scenarios: ['healthy'],
  });
  expect(await failureOf(client.call(method.runtimeConfig))).toEqual(
    unknownMethod('RuntimeConfig'),
  );
  const answer = await client.call(method.status, { verbose: true });
  expect(answer.runtimeHandlers).toEqual([]);
  expect(JSON.parse(answer.info['config'] ?? '{}')).toHaveProperty('sandboxImage');
});

it("CRI-O serves nothing of containerd's own API", async () => {
  const { client } = await simForTest({ dress: 'crio', scenarios: ['healthy'] });
  const failure = await failureOf(client.call(Introspection.method.plugins));
  expect(failure.code).toBe(status.UNIMPLEMENTED);
});

it('CRI-O streams its lists', async () => {
  const { client } = await simForTest({ dress: 'crio', scenarios: ['healthy'] });
  const names: string[] = [];
  await new Promise<void>((resolve) => {
    client.subscribe(method.streamPodSandboxes, (message) => {
      for (const one of message.podSandboxes) names.push(one.metadata?.name ?? '');
      resolve();
    });
  });
  expect(names).toHaveLength(1);
});

it.each(['containerd', 'crio'] as const)(
  '%s does not know a container it never made',
  async (dress) => {
    const { client } = await simForTest({ dress, scenarios: ['healthy'] });
    const failure = await failureOf(client.call(method.containerStatus, { containerId: 'nope' }));
    expect(failure.code).toBe(status.NOT_FOUND);
  },
);

it('a missing CNI configuration shows in the status', async () => {
  const { client } = await simForTest({ dress: 'containerd', scenarios: ['cni-config-missing'] });
  const answer = await client.call(method.status, { verbose: true });
  const network = answer.status?.conditions.find((one) => one.type === 'NetworkReady');
  expect(network).toMatchObject({ status: false, reason: 'NetworkPluginNotReady' });
  expect(answer.info['lastCNILoadStatus']).toContain('no network config found in /etc/cni/net.d');
});
