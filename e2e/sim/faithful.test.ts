import { readFileSync } from 'node:fs';
import { toJson } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  ContainerStatusResponseSchema,
  ListContainersResponseSchema,
  RuntimeService,
} from '../../server/cri/generated/runtime/v1/api_pb.js';
import { createContainerdErrors } from './dress/containerd-errors.ts';
import { crioErrors } from './dress/crio-errors.ts';
import type { DressErrors } from './dress/dress.ts';
import recorded from './fixtures/recorded.json' with { type: 'json' };
import { keysOf, mask } from './testing/mask.ts';
import { simForTest } from './testing/sim-for-test.ts';

const ID = 'a'.repeat(64);
const SANDBOX = {
  id: ID,
  namespace: 'shop',
  name: 'web-0',
  uid: 'u',
  attempt: 0,
  runtimeHandler: 'kata',
};
const CONTAINER = {
  id: ID,
  name: 'app',
  attempt: 0,
  command: '/bin/nonexistent',
  podName: 'web-0',
  namespace: 'shop',
  podUid: 'u',
  sandboxId: ID,
  atMs: 1_795_985_565_000,
};

function allErrors(errors: DressErrors) {
  const image = 'registry.example/c/app:nope';
  return {
    'not-found': errors.pull('not-found', image),
    unauthorized: errors.pull('unauthorized', image),
    refused: errors.pull('refused', image),
    'runtime-handler': errors.sandbox('runtime-handler', SANDBOX),
    'mount-source': errors.create('mount-source', CONTAINER),
    'user-missing': errors.create('user-missing', CONTAINER),
    'exec-missing': errors.start('exec-missing', CONTAINER),
    'exec-noperm': errors.start('exec-noperm', CONTAINER),
    'mount-type': errors.start('mount-type', CONTAINER),
    'memory-too-low': errors.start('memory-too-low', CONTAINER),
  };
}

describe.each([
  ['containerd-2.1.9', createContainerdErrors('2.1')],
  ['containerd-1.6.20', createContainerdErrors('1.6')],
  ['cri-o-1.37', crioErrors],
] as const)('errors of %s', (runtime, errors) => {
  it.each(Object.entries(allErrors(errors)))('%s reads as recorded', (fault, error) => {
    const table: Record<string, string[]> = recorded.errors[runtime];
    const [code, text = ''] = table[fault] ?? [];
    expect(mask(error.message)).toBe(mask(text));
    expect(error.code.toUpperCase().replace('NOTFOUND', 'NOT_FOUND')).toBe(code);
  });
});

describe('containerd 2.1', () => {
  it.each(['healthy', 'image-404', 'exec-missing'] as const)(
    '%s is logged as recorded',
    async (name) => {
      const { sim } = await simForTest({ dress: 'containerd', scenarios: [name] });
      const linesOf = (path: string) => new Set(readFileSync(path, 'utf8').split('\n').map(mask));
      const runtimeLog = linesOf(sim.runtimeLog);
      for (const line of recorded.containerd.runtimeLog[name])
        expect(runtimeLog).toContain(mask(line));
      const kubeletLog = linesOf(sim.kubeletLog);
      for (const line of recorded.containerd.kubeletLog[name])
        expect(kubeletLog).toContain(mask(line));
    },
  );

  it.each(['image-404', 'exec-missing'] as const)('kubelet tells %s as recorded', async (name) => {
    const { sim } = await simForTest({ dress: 'containerd', scenarios: [name] });
    const pods = await fetch(`${sim.kubeletUrl}/pods`).then((response) => response.json());
    const status = pods.items[0].status.containerStatuses[0];
    const expected = recorded.containerd.kubeletStatus[name];
    expect(keysOf(status)).toEqual(keysOf(expected));
    expect(mask(status.state.waiting.message)).toBe(mask(expected.state.waiting.message));
  });

  it('keeps the record of a start that failed', async () => {
    const { client } = await simForTest({ dress: 'containerd', scenarios: ['exec-missing'] });
    const list = await client.call(RuntimeService.method.listContainers);
    const [container] = list.containers;
    const answer = await client.call(RuntimeService.method.containerStatus, {
      containerId: container?.id ?? '',
    });
    const status = toJson(ContainerStatusResponseSchema, answer, { useProtoFieldName: true });
    expect(status).toMatchObject({
      status: { state: 'CONTAINER_EXITED', exit_code: 128, reason: 'StartError' },
    });
    expect(answer.status?.startedAt).toBe(0n);
  });
});

describe.each(['containerd', 'crio'] as const)('a list row of %s', (dress) => {
  it('has the recorded fields', async () => {
    const { client } = await simForTest({ dress, scenarios: ['crash'] });
    const list = await client.call(RuntimeService.method.listContainers);
    const json = toJson(ListContainersResponseSchema, list, { useProtoFieldName: true });
    const row = (json as { containers: { metadata: object }[] }).containers[0];
    // Attempt 0 is not on the wire; the recorded container had not been restarted.
    const keys = keysOf(row).filter((key) => key !== 'metadata.attempt');
    expect(keys).toEqual(keysOf(recorded[dress].container));
  });
});

it('CRI-O makes no record of a command that is missing', async () => {
  const { client, sim } = await simForTest({ dress: 'crio', scenarios: ['exec-missing'] });
  const list = await client.call(RuntimeService.method.listContainers);
  expect(list.containers).toEqual([]);
  expect(readFileSync(sim.runtimeLog, 'utf8')).toContain('Container creation error: time=');
});

it('container logs are in CRI form, in each dress', async () => {
  const form = {
    containerd: /^\S+Z stderr F config error: DB_HOST not set$/m,
    crio: /^\S+\+00:00 stderr F config error: DB_HOST not set$/m,
  };
  for (const dress of ['containerd', 'crio'] as const) {
    const { client, sim } = await simForTest({ dress, scenarios: ['crash'] });
    const list = await client.call(RuntimeService.method.listContainers);
    const answer = await client.call(RuntimeService.method.containerStatus, {
      containerId: list.containers[0]?.id ?? '',
    });
    const text = readFileSync(`${sim.hostRoot}${answer.status?.logPath}`, 'utf8');
    expect(text).toMatch(form[dress]);
  }
});
