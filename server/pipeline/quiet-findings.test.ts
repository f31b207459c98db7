import { describe, expect, it } from 'vitest';
import { findingSchema } from '../contract/finding.ts';
import { type HostFacts, type IpReservation, noHostFacts } from '../contract/host-facts.ts';
import { available } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { NODE_CAUSES } from './causes/node-causes.ts';
import { diagnose } from './diagnose.ts';
import {
  ago,
  container,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  node,
  sandbox,
} from './testing/builders.ts';

const HOST = noHostFacts('not asked');
const BOOT = available(
  {
    bootedAtMs: ago(3_600),
    runtimeStartedAtMs: null,
    kubeletStartedAtMs: null,
    kernelRelease: null,
    cgroupVersion: 2 as const,
  },
  NOW_MS,
);
const withHost = (host: Partial<HostFacts>): NodeSnapshot =>
  node({ more: { host: { ...HOST, ...host } } });

function reservations(count: number, createdAtMs: number, id = 'gone'): IpReservation[] {
  return Array.from({ length: count }, (_, at) => ({
    network: 'lab',
    ip: `192.0.2.${at + 2}`,
    containerId: `${id}${at}`,
    createdAtMs,
  }));
}

const held = (list: IpReservation[]): NodeSnapshot =>
  withHost({ boot: BOOT, ipReservations: available(list, NOW_MS) });

function file(sizeBytes: number): NodeSnapshot {
  const one = {
    path: '/opt/cni/bin/bridge',
    kind: 'binary' as const,
    modifiedAtMs: ago(7_200),
    sizeBytes,
  };
  return withHost({ boot: BOOT, configFiles: available([one], NOW_MS) });
}

/** For each cause of the node's files: a snapshot that matches, one that is clear, one in which it cannot look. */
const FIXTURES: Readonly<Record<string, readonly [NodeSnapshot, NodeSnapshot, NodeSnapshot]>> = {
  'ipam-addresses-leaked': [
    held(reservations(6, ago(7_200))),
    held(reservations(4, ago(7_200))),
    node(),
  ],
  'node-binary-broken': [file(0), file(4_096), node()],
};

describe('causes of the node told by its files', () => {
  it('each has its three fixtures', () => {
    expect(NODE_CAUSES.map((cause) => cause.id).sort()).toEqual(Object.keys(FIXTURES).sort());
  });

  it.each(NODE_CAUSES)('$id matches, is clear, is blind', (cause) => {
    const [match, clear, blind] = FIXTURES[cause.id] ?? [];
    const judge = (given: NodeSnapshot | undefined) =>
      given === undefined ? undefined : cause.match(given);
    expect(judge(match)).toMatchObject({ result: 'matched' });
    expect(judge(clear)).toEqual({ result: 'clear' });
    expect(judge(blind)).toEqual({ result: 'blind', needs: ['host'] });
  });

  it('leaves addresses alone that are being given out just now, or that belong to a sandbox', () => {
    const cause = NODE_CAUSES.find(({ id }) => id === 'ipam-addresses-leaked');
    expect(cause?.match(held(reservations(30, ago(60))))).toEqual({ result: 'clear' });
  });

  it('says since when, and that it was before the boot', () => {
    const [finding] = diagnose(held(reservations(6, ago(7_200))), NOW_MS).findings;
    expect(findingSchema.parse(finding)).toMatchObject({
      cause: 'ipam-addresses-leaked',
      severity: 'info',
      title: expect.stringContaining('6 addresses, 6 of them since before the boot at'),
    });
    expect(finding?.fix?.[0]?.harm).toBe('none');
  });

  it('names the empty programs', () => {
    const [finding] = diagnose(file(0), NOW_MS).findings;
    expect(finding).toMatchObject({ cause: 'node-binary-broken', severity: 'critical' });
    expect(finding?.title).toContain('bridge');
  });
});

describe('pods that run, and of which kubelet says something', () => {
  it('are told in a finding, with no verdict of trouble', () => {
    const condition = {
      type: 'PodResizePending',
      status: 'True',
      reason: 'Infeasible',
      message: "Node didn't have enough capacity: cpu, requested: 8000, capacity: 4000",
      changedAtMs: ago(60),
    };
    const pod = kubeletPod({
      conditions: [condition],
      containers: [
        kubeletContainer({ ready: true, state: { kind: 'running', startedAtMs: ago(600) } }),
      ],
    });
    const given = node({ sandboxes: [sandbox()], containers: [container()], kubelet: [pod] });
    const { findings, pods } = diagnose(given, NOW_MS);
    expect(pods[0]?.verdict.outcome).toBe('ready');
    expect(findings).toEqual([
      expect.objectContaining({
        cause: 'resize-infeasible',
        severity: 'info',
        pods: [expect.objectContaining({ name: pod.name })],
      }),
    ]);
    expect(pods[0]?.findings).toEqual(['resize-infeasible']);
  });
});
