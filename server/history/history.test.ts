import { afterEach, describe, expect, test } from 'vitest';
import { IMAGE_404, sampleDetail, sampleRow } from '../http/testing/samples.ts';
import type { History } from './history.ts';
import { API, openSample, sampleCall, T0 } from './testing/samples.ts';

const BROKEN = sampleDetail(sampleRow('shop', 'api', { ...IMAGE_404, container: 'app' }));
const REF = { namespace: 'shop', name: 'api', uid: 'uid-api' };

const opened: History[] = [];
async function open(change: Parameters<typeof openSample>[0] = {}) {
  const sample = await openSample(change);
  opened.push(sample.history);
  return sample;
}
afterEach(async () => {
  for (const history of opened.splice(0)) await history.close();
});

/** With a file, and without: the same must be remembered. */
describe.each(['in a file', 'in memory'])('%s', (place) => {
  const start = () => open(place === 'in memory' ? { directory: null } : {});

  test('a pod is remembered with each other verdict, and with its last state once it is gone', async () => {
    const { history, clock } = await start();
    const look = { findings: [], isComplete: true };
    history.see({ ...look, pods: [API], nowMs: clock.nowMs });
    clock.nowMs += 1_000;
    history.see({ ...look, pods: [API], nowMs: clock.nowMs });
    expect(history.gonePod({ ...REF, uid: 'other' })).toBeNull();
    clock.nowMs += 1_000;
    const broken = { ...BROKEN, verdict: { ...BROKEN.verdict, since: null } };
    history.see({ ...look, pods: [broken], nowMs: clock.nowMs });
    expect(history.withHistory(broken).history).toMatchObject({
      firstSeenAt: new Date(T0).toISOString(),
      lastSeenAt: new Date(T0 + 2_000).toISOString(),
      transitionsDropped: 0,
      transitions: [
        { outcome: 'ready', stage: 'run' },
        { at: new Date(T0 + 2_000).toISOString(), outcome: 'stuck', stage: 'pull' },
      ],
    });
    clock.nowMs += 1_000;
    history.see({ ...look, pods: [], nowMs: clock.nowMs });
    for (const uid of ['uid-api', null]) {
      expect(history.gonePod({ ...REF, uid })).toMatchObject({
        source: 'history',
        stale: false,
        asOf: new Date(T0 + 2_000).toISOString(),
        verdict: { outcome: 'stuck', stage: 'pull' },
        history: { transitions: [{}, {}] },
      });
    }
    expect(history.remembered(10)).toMatchObject([{ ...REF, gone: { source: 'history' } }]);
  });

  test('a pod that is not seen while the lists are missing is not gone', async () => {
    const { history, clock } = await start();
    history.see({ pods: [API], findings: [], isComplete: true, nowMs: clock.nowMs });
    history.see({ pods: [], findings: [], isComplete: false, nowMs: clock.nowMs + 1 });
    expect(history.remembered(10)).toEqual([]);
  });

  test('a change of the verdict bears the time since which it holds', async () => {
    const { history, clock } = await start();
    const look = { findings: [], isComplete: true };
    history.see({ ...look, pods: [API], nowMs: clock.nowMs });
    const since = new Date(T0 + 60_000).toISOString();
    clock.nowMs += 3_600_000;
    const late = { ...BROKEN, verdict: { ...BROKEN.verdict, since } };
    history.see({ ...look, pods: [late], nowMs: clock.nowMs });
    expect(history.withHistory(late).history?.transitions.at(-1)?.at).toBe(since);
  });

  test('a retry loop is a series, with what changed just before', async () => {
    const { history, clock } = await start();
    history.see({ pods: [BROKEN], findings: [], isComplete: true, nowMs: T0 });
    const imageRef = BROKEN.containers[0]?.image ?? '';
    const pull = { call: 'PullImage', pod: null, sandboxId: null, imageRef } as const;
    const at = (second: number) => T0 + second * 1_000;
    history.keepCalls([
      sampleCall({ ...pull, beganAtMs: at(1) }),
      ...Array.from({ length: 37 }, (_, index) =>
        sampleCall({ ...pull, beganAtMs: at(10 + index), outcome: 'failed', error: '404' }),
      ),
      sampleCall({ ...pull, beganAtMs: at(90), endedAtMs: null, outcome: 'open' }),
    ]);
    history.seeHealth({ ...HEALTH, state: 'ok' }, 'containerd');
    clock.nowMs = at(4);
    history.seeHealth({ ...HEALTH, state: 'down' }, 'containerd');
    clock.nowMs = at(6);
    history.seeHealth({ ...HEALTH, state: 'ok' }, 'containerd');
    expect(history.withHistory(BROKEN).history?.series).toEqual({
      call: 'PullImage',
      attempts: 37,
      firstFailureAt: new Date(at(10)).toISOString(),
      lastFailureAt: new Date(at(46) + 100).toISOString(),
      after: { at: new Date(at(6)).toISOString(), text: 'containerd answered again' },
    });
  });

  test('calls that name ids only belong to the pod whose sandbox it is', async () => {
    const { history } = await start();
    const ids = { pod: null, containerId: 'c1', sandboxId: null } as const;
    history.keepCalls([
      sampleCall(),
      sampleCall({ beganAtMs: T0 + 10, pod: { ...POD, name: 'web', uid: 'w' }, sandboxId: 's2' }),
      sampleCall({
        ...{ call: 'CreateContainer', beganAtMs: T0 + 200, pod: null, containerId: 'c1' },
        container: { name: 'app', attempt: 1 },
      }),
      sampleCall({ ...ids, call: 'StartContainer', beganAtMs: T0 + 400 }),
    ]);
    const calls = history.calls({ sinceMs: 0, limit: 10, pod: REF });
    expect(calls.map(({ call, container }) => `${call} ${container?.name}`)).toEqual([
      'StartContainer app',
      'CreateContainer app',
      'RunPodSandbox undefined',
    ]);
    expect(history.calls({ sinceMs: T0 + 301, limit: 10 })).toHaveLength(1);
    expect(history.calls({ sinceMs: 0, limit: 2 })).toHaveLength(2);
  });

  test('tells what calls usually take, of those that ended well', async () => {
    const { history, clock } = await start();
    expect(history.usual()).toMatchObject({ available: true, value: [] });
    history.keepCalls(
      Array.from({ length: 101 }, (_, index) =>
        sampleCall({ beganAtMs: T0 + index * 1_000, endedAtMs: T0 + index * 1_001 }),
      ),
    );
    history.keepCalls([sampleCall({ beganAtMs: T0 - 9_000, endedAtMs: T0, outcome: 'failed' })]);
    clock.nowMs += 60_000;
    expect(history.usual()).toMatchObject({
      value: [{ call: 'RunPodSandbox', medianMs: 50, p95Ms: 95, count: 101 }],
    });
  });

  test('what is no time ends nothing', async () => {
    const { history } = await start();
    history.keepCalls([
      sampleCall({ beganAtMs: Number.NaN, endedAtMs: Number.NaN, outcome: 'failed' }),
      sampleCall({ beganAtMs: null, endedAtMs: null, outcome: 'open', pod: null, sandboxId: null }),
      sampleCall({ beganAtMs: Number.POSITIVE_INFINITY, endedAtMs: null, outcome: 'open' }),
      sampleCall(),
    ]);
    const withSince = { ...BROKEN.verdict, since: 'yesterday' };
    history.see({
      ...{ pods: [{ ...BROKEN, verdict: withSince }], findings: [], isComplete: true },
      nowMs: T0,
    });
    expect(history.calls({ sinceMs: T0, limit: 10 })).toContainEqual(sampleCall());
    expect(history.withHistory(BROKEN).history?.transitions).toHaveLength(1);
    expect(history.usual().available).toBe(true);
    expect(history.source().reason).not.toContain('dropped');
    if (place === 'in a file') expect(history.source().status).toBe('ok');
  });

  test('a change is kept once, though every look tells it, and an old one not at all', async () => {
    const { history, clock } = await start();
    const change = (at: number) => ({
      ...{ at: new Date(at).toISOString(), kind: 'runtime-restarted' as const },
      ...{ text: 'containerd was started', evidence: EVIDENCE },
    });
    const changes = [change(T0 - 30 * 3_600_000), change(T0 - 4_000)];
    const look = { pods: [], findings: [], isComplete: true, changes };
    history.see({ ...look, nowMs: clock.nowMs });
    history.see({ ...look, nowMs: clock.nowMs + 1_000 });
    expect(history.changes(0).map(({ at }) => Date.parse(at))).toEqual([T0 - 4_000]);
  });

  test('findings begin and end', async () => {
    const { history, clock } = await start();
    const look = { pods: [], isComplete: true };
    history.see({ ...look, findings: [FINDING], nowMs: clock.nowMs });
    history.see({ ...look, findings: [FINDING], nowMs: clock.nowMs + 1 });
    expect(history.findings(0)).toMatchObject([{ endedAtMs: null }]);
    expect(history.changes(0)).toMatchObject([{ kind: 'disk-full' }]);
    history.see({ ...look, findings: [], nowMs: clock.nowMs + 2 });
    expect(history.findings(0)).toMatchObject([
      { finding: { id: 'f1' }, beganAtMs: T0 - 5_000, endedAtMs: T0 + 2 },
    ]);
  });
});

const POD = { namespace: 'shop', name: 'api', uid: 'uid-api', attempt: 0 };
const HEALTH = {
  state: 'ok',
  since: null,
  lastAnswerAt: null,
  hangingCall: null,
  message: null,
  callsInFlight: 0,
} as const;
const EVIDENCE = { source: 'host', where: 'df', at: null, text: '100 %', mark: null } as const;
const FINDING = {
  id: 'f1',
  cause: 'disk-full',
  severity: 'critical' as const,
  title: 'The disk is full',
  effect: 'Nothing can be written.',
  pods: [],
  since: new Date(T0 - 5_000).toISOString(),
  evidence: [EVIDENCE],
  nextChecks: [],
  changes: [
    {
      at: new Date(T0 - 6_000).toISOString(),
      kind: 'disk-full' as const,
      text: '/var is full',
      evidence: EVIDENCE,
    },
  ],
};
