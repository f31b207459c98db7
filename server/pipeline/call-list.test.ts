import { describe, expect, it } from 'vitest';
import { parseCallQuery } from '../contract/call-query.ts';
import { available } from '../contract/section.ts';
import { CallBook } from './call-list.ts';
import { pageOfCalls } from './call-page.ts';
import {
  ago,
  call,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  node,
  type Parts,
  runSandbox,
  SANDBOX_ID,
  sandbox,
  UID,
  waiting,
} from './testing/builders.ts';

const IMAGE = 'registry.example/shop/app:1';
const open = { outcome: 'open', endedAtMs: null } as const;

function rows(parts: Parts, filter: Parameters<CallBook['rows']>[0] = {}) {
  return new CallBook(node(parts), NOW_MS).rows(filter);
}

const waits = [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })];

describe('rows', () => {
  const failed = call({
    call: 'CreateContainer',
    sandboxId: SANDBOX_ID,
    container: { name: 'app', attempt: 3 },
    outcome: 'failed',
    error: 'failed to create containerd container: mount callback failed on /tmp/x: no users found',
    beganAtMs: ago(40),
    endedAtMs: ago(39),
  });
  const parts: Parts = {
    sandboxes: [sandbox()],
    kubelet: waits,
    calls: [
      runSandbox({ sandboxId: SANDBOX_ID }),
      call({ call: 'PullImage', imageRef: IMAGE, ...open, beganAtMs: ago(90) }),
      failed,
      call({
        call: 'StopContainer',
        containerId: 'unknown',
        beganAtMs: ago(30),
        endedAtMs: ago(29),
      }),
    ],
    more: {
      usual: available([{ call: 'CreateContainer', medianMs: 90, p95Ms: 300, count: 20 }], NOW_MS),
    },
  };

  it('are in flight first, then newest first, with names from ids', () => {
    const list = rows(parts);
    expect(list.map((row) => [row.call, row.outcome, row.pod])).toEqual([
      ['PullImage', 'in-flight', 'web'],
      ['StopContainer', 'ok', null],
      ['CreateContainer', 'failed', 'web'],
      ['RunPodSandbox', 'ok', 'web'],
    ]);
    expect(list[0]?.durationMs).toBe(90_000);
    expect(list[2]).toMatchObject({
      uid: UID,
      container: 'app',
      attempt: 3,
      durationMs: 1_000,
      usualMs: 90,
      error: 'no users found',
      cause: 'user-not-in-image',
    });
  });

  it('are filtered', () => {
    const calls = (filter: Parameters<CallBook['rows']>[0]) =>
      rows(parts, filter).map((row) => row.call);
    const pod = { namespace: 'shop', name: 'web', uid: null };
    expect(calls({ pod })).toEqual(['PullImage', 'CreateContainer', 'RunPodSandbox']);
    expect(calls({ pod: { ...pod, name: 'other' } })).toEqual([]);
    expect(calls({ outcomes: ['failed'] })).toEqual(['CreateContainer']);
    expect(calls({ calls: ['PullImage', 'StopContainer'] })).toEqual([
      'PullImage',
      'StopContainer',
    ]);
    // An open call is always heard of.
    expect(calls({ sinceMs: ago(35) })).toEqual(['PullImage', 'StopContainer']);
    expect(calls({ terms: parseCallQuery('cause:user-not-in-image') })).toEqual([
      'CreateContainer',
    ]);
  });

  it('one call told twice is one row; who knows its end wins', () => {
    const begun = { ...failed, ...open, error: null };
    const book = new CallBook(node({ ...parts, calls: [begun] }), NOW_MS);
    const list = book.rows({}, [{ calls: [failed, begun], source: 'history' }]);
    expect(list.map((row) => [row.outcome, row.source])).toEqual([['failed', 'history']]);
    const live = new CallBook(node({ ...parts, calls: [failed] }), NOW_MS);
    expect(
      live.rows({}, [{ calls: [failed], source: 'history' }]).map((row) => row.source),
    ).toEqual(['live']);
  });

  it('have ids that stay when the call ends', () => {
    const [before] = rows({ calls: [runSandbox(open)] });
    const [after] = rows({ calls: [runSandbox({ sandboxId: SANDBOX_ID })] });
    expect(after?.id).toBe(before?.id);
  });

  it('come in pages; rows that came or went meanwhile do not shift them', () => {
    const list = rows(parts);
    const first = pageOfCalls(list, null, 2);
    expect(first.calls.map((row) => row.call)).toEqual(['PullImage', 'StopContainer']);
    const newer = rows({
      ...parts,
      calls: [...(parts.calls ?? []), call({ call: 'RemoveContainer', endedAtMs: ago(1) })],
    });
    const second = pageOfCalls(newer, first.next, 2);
    expect(second.calls.map((row) => row.call)).toEqual(['CreateContainer', 'RunPodSandbox']);
    expect(second.next).toBeNull();
    const without = list.filter((row) => row.call !== 'StopContainer');
    expect(pageOfCalls(without, first.next, 2).calls.map((row) => row.call)).toEqual([
      'CreateContainer',
      'RunPodSandbox',
    ]);
  });
});
