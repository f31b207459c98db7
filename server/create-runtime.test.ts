import { afterEach, describe, expect, test } from 'vitest';
import type { LiveChange } from './contract/live.ts';
import { noFurtherFacts } from './contract/no-facts.ts';
import type { RuntimeHealth } from './contract/node-status.ts';
import { unavailable } from './contract/section.ts';
import { createRuntime } from './create-runtime.ts';
import type { RuntimeConnection } from './cri/runtime-connection.ts';
import { IMAGE_404, sampleDetail, sampleNode, sampleRow } from './http/testing/samples.ts';
import type { Runtime } from './runtime.ts';
import type { Collector } from './snapshot/collector.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

const OK: RuntimeHealth = sampleNode().runtime.health;
const HUNG: RuntimeHealth = { ...OK, state: 'hung', hangingCall: 'Version', message: 'it hangs' };
const none = unavailable('not in this test');
const SNAPSHOT: NodeSnapshot = {
  takenAtMs: 0,
  nodeName: 'node-1',
  health: OK,
  version: none,
  runtime: none,
  sandboxes: none,
  containers: none,
  containerStatuses: {},
  sandboxStatuses: {},
  images: none,
  ingests: none,
  calls: none,
  runtimeLog: none,
  kubeletPods: none,
  kubeletLog: none,
  podLogDirectories: none,
  logTails: {},
  manifests: none,
  ...noFurtherFacts('not in this test'),
};
const { signal } = new AbortController();

/** Sources that a test moves by hand, and what was asked of them. */
function handSources() {
  const seen = { refreshes: 0, watched: [] as boolean[], closed: [] as string[] };
  let health: RuntimeHealth = { ...OK, state: 'connecting' };
  let tellHealth: () => void = () => undefined;
  let tellFacts: () => void = () => undefined;
  const refused = (): never => {
    throw new Error('nobody asks the runtime but the collector');
  };
  const connection: RuntimeConnection = {
    endpoint: 'unix:///x',
    cri: {
      runtime: { version: refused, status: refused },
      sandboxes: { list: refused, status: refused },
      containers: { list: refused, status: refused },
      images: { list: refused, status: refused },
      changes: {
        runPodSandbox: refused,
        pullImage: refused,
        createContainer: refused,
        startContainer: refused,
        stopContainer: refused,
        removeContainer: refused,
        stopPodSandbox: refused,
        removePodSandbox: refused,
        removeImage: refused,
      },
      stats: { containers: refused, sandboxes: refused },
      streaming: {
        exec: refused,
        attach: refused,
        hasTerminal: refused,
        portForward: refused,
        execSync: refused,
      },
    },
    containerd: {
      listIngests: refused,
      failedPlugins: refused,
      pulls: {
        manifests: refused,
        manifest: refused,
        index: refused,
        chainIds: refused,
        hasBlob: refused,
        snapshotters: refused,
        extractions: refused,
        hasSnapshot: refused,
        snapshotBytes: refused,
      },
    },
    health: () => health,
    onHealthChange(listener) {
      tellHealth = listener;
      return () => undefined;
    },
    setWatched: () => undefined,
    events: refused,
    hasEvents: () => true,
    close: async () => void seen.closed.push('connection'),
  };
  const collector: Collector = {
    current: () => SNAPSHOT,
    async refresh() {
      seen.refreshes += 1;
      return SNAPSHOT;
    },
    lookAgain: async () => undefined,
    sources: () => [],
    onChange(listener) {
      tellFacts = () => listener(SNAPSHOT);
      return () => undefined;
    },
    setWatched: (isWatched) => void seen.watched.push(isWatched),
    close: async () => void seen.closed.push('collector'),
  };
  return {
    connection,
    collector,
    seen,
    become(next: RuntimeHealth) {
      health = next;
      tellHealth();
    },
    changeFacts: () => tellFacts(),
  };
}

let runtime: Runtime | null = null;
afterEach(async () => {
  await runtime?.close();
  runtime = null;
});

function open(hand: ReturnType<typeof handSources>, readCountsMs = 60_000) {
  let rows = [sampleRow('shop', 'api')];
  runtime = createRuntime({
    connection: hand.connection,
    collector: hand.collector,
    readCountsMs,
    handOut: {
      facts: () => ({
        snapshot: SNAPSHOT,
        sources: [],
        endpoint: { endpoint: null, endpointReason: 'a test', endpointWarning: null },
        cost: sampleNode().cost,
      }),
      stacks: async (wish) => [{ pid: 7, command: 'containerd', text: `asked for ${wish}` }],
    },
    judge: () => {
      const health = hand.connection.health();
      const node = sampleNode({
        stale: health.state !== 'ok',
        runtime: { ...sampleNode().runtime, health },
      });
      return { node, findings: [], pods: rows.map(sampleDetail) };
    },
  });
  const setRows = (next: typeof rows): void => {
    rows = next;
  };
  return { runtime, setRows };
}

describe('a look', () => {
  test('after a quiet time asks the sources once, for all who look beside it', async () => {
    const hand = handSources();
    const { runtime } = open(hand);
    await Promise.all([
      runtime.node({ signal }),
      runtime.pods({ signal }),
      runtime.findings({ signal }),
    ]);
    await runtime.node({ signal });
    expect(hand.seen.refreshes).toBe(1);
    expect(hand.seen.watched).toEqual([true]);
  });

  test('is no longer one after a while: then nothing is watched', async () => {
    const hand = handSources();
    const { runtime } = open(hand, 10);
    await runtime.node({ signal });
    await expect.poll(() => hand.seen.watched).toEqual([true, false]);
    await runtime.node({ signal });
    expect(hand.seen.refreshes).toBe(2);
  });

  test('readiness and the name look at nothing', async () => {
    const hand = handSources();
    const { runtime } = open(hand);
    expect(runtime.isReady()).toBe(false);
    hand.become(OK);
    expect(runtime.isReady()).toBe(true);
    hand.become(HUNG);
    expect(runtime.isReady()).toBe(true);
    expect(runtime.nodeName()).toBe('node-1');
    expect(hand.seen).toEqual({ refreshes: 0, watched: [], closed: [] });
  });
});

describe('a stream', () => {
  async function next(stream: AsyncIterator<LiveChange>): Promise<LiveChange> {
    const { value, done } = await stream.next();
    if (done === true) throw new Error('the stream has ended');
    return value;
  }

  test('hears of health and of facts at once, and is watched while it lasts', async () => {
    const hand = handSources();
    hand.become(OK);
    const { runtime, setRows } = open(hand, 10);
    const control = new AbortController();
    const stream = runtime.live(null, { signal: control.signal })[Symbol.asyncIterator]();
    expect(await next(stream)).toMatchObject({ stale: false, pods: { complete: true } });
    hand.become(HUNG);
    expect(await next(stream)).toMatchObject({
      stale: true,
      node: { runtime: { health: { state: 'hung' } } },
    });
    setRows([sampleRow('shop', 'api', IMAGE_404)]);
    hand.changeFacts();
    expect((await next(stream)).pods.upserted).toMatchObject([{ verdict: { stage: 'pull' } }]);
    expect(hand.seen).toMatchObject({ watched: [true], refreshes: 1 });
    const ended = stream.next();
    control.abort();
    expect((await ended).done).toBe(true);
    await expect.poll(() => hand.seen.watched).toEqual([true, false]);
  });

  test('ends with the runtime, which closes what it was given', async () => {
    const hand = handSources();
    const { runtime } = open(hand);
    const stream = runtime.live(null, { signal })[Symbol.asyncIterator]();
    await next(stream);
    const ended = stream.next();
    await runtime.close();
    expect((await ended).done).toBe(true);
    expect(hand.seen.closed).toEqual(['collector', 'connection']);
  });
});
