import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../contract/journal.ts';
import type { Sandbox } from '../contract/runtime-objects.ts';
import { diagnose } from './diagnose.ts';
import { ago, call, container, NOW_MS, node, runSandbox, sandbox } from './testing/builders.ts';
import { verdictWords } from './testing/words.ts';

const NOT_FOUND = 'failed to resolve image: registry.example/x:1: not found';
const BASE_S = 300;

function pod(
  name: string,
  readyS: number,
  labels: Record<string, string> = {},
): { sandbox: Sandbox; run: CallRecord } {
  const id = name.charCodeAt(0).toString(16).repeat(32);
  const meta = { name, uid: `uid-${name}` };
  return {
    sandbox: sandbox({ ...meta, id, createdAtMs: ago(BASE_S - readyS + 0.2), labels }),
    run: runSandbox({
      pod: { namespace: 'shop', ...meta, attempt: 0 },
      sandboxId: id,
      beganAtMs: ago(BASE_S - readyS + 0.3),
      endedAtMs: ago(BASE_S - readyS),
    }),
  };
}

function pull(image: string, fromS: number, toS: number): CallRecord {
  return call({
    call: 'PullImage',
    imageRef: `registry.example/${image}:1`,
    outcome: 'failed',
    error: NOT_FOUND,
    beganAtMs: ago(BASE_S - fromS),
    endedAtMs: ago(BASE_S - toS),
  });
}

function judge(pods: ReturnType<typeof pod>[], calls: CallRecord[]): Record<string, string> {
  const snapshot = node({
    kubelet: null,
    kubeletLog: null,
    sandboxes: pods.map((item) => item.sandbox),
    calls: [...pods.map((item) => item.run), ...calls],
  });
  return Object.fromEntries(
    diagnose(snapshot, NOW_MS).pods.map((item) => [
      item.name,
      `${verdictWords(item)} ${item.containers[0]?.image ?? ''}`.trim(),
    ]),
  );
}

const FAILED = 'stuck pull failed image-not-found registry.example';
const UNKNOWN = 'unknown pull unknown -';

describe('pulls without a pod', () => {
  it('go to the pod whose sandbox had just become ready', () => {
    expect(judge([pod('a', 0)], [pull('a', 0.1, 0.3)])).toEqual({ a: `${FAILED}/a:1` });
  });

  it('are told apart where one pod comes after the other', () => {
    const pods = [pod('a', 0), pod('b', 1)];
    expect(judge(pods, [pull('a', 0.1, 0.2), pull('b', 1.1, 1.2)])).toEqual({
      a: `${FAILED}/a:1`,
      b: `${FAILED}/b:1`,
    });
  });

  it('stay unknown where two pods can have asked', () => {
    const pods = [pod('a', 0), pod('b', 0.1)];
    expect(judge(pods, [pull('a', 0.2, 0.3), pull('b', 0.4, 0.5)])).toEqual({
      a: UNKNOWN,
      b: UNKNOWN,
    });
  });

  it('are not given to a pod that did not ask at once', () => {
    expect(judge([pod('a', 0)], [pull('z', 20, 21)])).toEqual({ a: UNKNOWN });
  });

  it('are given to a pod that had to wait behind another pull', () => {
    const pods = [pod('a', 0), pod('b', 5)];
    expect(judge(pods, [pull('a', 0.1, 30), pull('b', 30.02, 30.5)])['b']).toBe(`${FAILED}/b:1`);
  });

  it('are shared by pods of one template', () => {
    const labels = { app: 'x', 'pod-template-hash': '5d4f' };
    const pods = [pod('a', 0, labels), pod('b', 40, labels)];
    expect(judge(pods, [pull('a', 0.1, 0.2), pull('a', 40.1, 40.2)])).toEqual({
      a: `${FAILED}/a:1`,
      b: `${FAILED}/a:1`,
    });
  });

  it('may be a second container’s, right after the first was started', () => {
    const one = pod('a', 0);
    const id = 'f'.repeat(64);
    const snapshot = node({
      kubelet: null,
      kubeletLog: null,
      sandboxes: [one.sandbox],
      containers: [container({ id, sandboxId: one.sandbox.id, name: 'first' })],
      calls: [
        one.run,
        call({
          call: 'StartContainer',
          containerId: id,
          beganAtMs: ago(BASE_S - 1),
          endedAtMs: ago(BASE_S - 1.1),
        }),
        pull('second', 1.15, 1.3),
      ],
    });
    const [found] = diagnose(snapshot, NOW_MS).pods;
    expect(found?.containers.map((item) => item.name)).toEqual(['first', '(unnamed)']);
    expect(found?.verdict.cause).toBe('image-not-found');
  });
});

it("goes to the probe that names it, however late it came, and to no other pod's sandbox", () => {
  const probe = pod('p', 0);
  const annotations = { 'cri-triage.io/probe-pulls': 'registry.example/a:1' };
  const named = { ...probe, sandbox: { ...probe.sandbox, annotations } };
  expect(judge([named, pod('b', 59.9)], [pull('a', 60, 61)])).toEqual({
    p: `${FAILED}/a:1`,
    b: UNKNOWN,
  });
});
