import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { SCENARIOS, scenariosOf } from './scenarios/index.ts';
import { simForTest } from './testing/sim-for-test.ts';

const rows = readFileSync(new URL('../scenarios.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

it('has a scenario for every row marked sim', () => {
  const wanted = rows.filter((row) => row[2]?.split(' ').includes('sim')).map((row) => row[0]);
  const known = SCENARIOS.map((scenario) => scenario.name);
  expect(known).toEqual(expect.arrayContaining(wanted));
});

it('names the scenarios there are when asked for another', () => {
  expect(() => scenariosOf(['image-405'])).toThrow(/no scenario "image-405"; there are: healthy, /);
});

describe.each(['containerd', 'crio'] as const)('the demo in %s dress', (dress) => {
  it('is a lively node', async () => {
    const { sim, client } = await simForTest({ dress, scenarios: 'demo' });
    const list = await client.call(RuntimeService.method.listPodSandbox);
    expect(list.items.length).toBeGreaterThan(30);
    const pods = await fetch(`${sim.kubeletUrl}/pods`).then((response) => response.json());
    const names = pods.items.map((pod: { metadata: { name: string } }) => pod.metadata.name);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('makes 500 pods with 1,200 containers', async () => {
  const { client } = await simForTest({
    dress: 'containerd',
    scenarios: [],
    scale: { pods: 500, containersPerPod: 2.4 },
  });
  const sandboxes = await client.call(RuntimeService.method.listPodSandbox);
  const containers = await client.call(RuntimeService.method.listContainers);
  expect(sandboxes.items).toHaveLength(500);
  expect(containers.containers).toHaveLength(1200);
});
