import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from '../cri/connect.ts';
import { RuntimeService } from '../cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from '../cri/testing/fixtures.ts';
import { never, Refusal, ScriptedRuntime } from '../cri/testing/scripted-runtime.ts';
import { RuntimeFeed } from './runtime-feed.ts';

const BOTH = { everyMs: 10_000, wantsNetwork: true };
const STAMP = 1_795_985_477_000_000_000n;
let runtime: ScriptedRuntime;
let connection: RpcConnection;
let feed: RuntimeFeed;
let tickMs = 0;
let answers = 0;

const row = (id: string) => ({
  attributes: { id },
  cpu: { timestamp: STAMP, usageCoreNanoSeconds: { value: 5_000_000n } },
  memory: { workingSetBytes: { value: 7n } },
  writableLayer: { timestamp: STAMP, usedBytes: { value: 4096n } },
});
const pod = {
  attributes: { id: 's1' },
  linux: {
    network: { defaultInterface: { name: 'eth0', rxBytes: { value: 9n }, txBytes: { value: 3n } } },
    containers: [row('c1')],
  },
};

beforeEach(async () => {
  tickMs = 0;
  answers = 0;
  runtime = await new ScriptedRuntime()
    .serve(RuntimeService, {
      version: () => CONTAINERD_VERSION,
      listContainerStats: () => ({ stats: [row('c1')] }),
      listPodSandboxStats: () => ({ stats: [pod] }),
    })
    .start();
  connection = connectRuntime({ endpoint: runtime.path });
  feed = makeFeed();
});

afterEach(async () => {
  await feed.close();
  await connection.close();
  await runtime.close();
});

function makeFeed(deadlineMs?: number): RuntimeFeed {
  return new RuntimeFeed({
    stats: connection.cri.stats,
    runtimeName: () => 'containerd 2.1',
    nowMs: () => 1_795_985_500_000 + tickMs,
    tickMs: () => tickMs,
    onAnswer: () => {
      answers += 1;
    },
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
}

const statsCalls = () => runtime.calls.filter((name) => name.endsWith('Stats'));

describe('what is asked', () => {
  it('is one call for pods and containers where the network is wanted', async () => {
    feed.ask(BOTH);
    await feed.settled();
    expect(statsCalls()).toEqual(['ListPodSandboxStats']);
    expect(feed.network('s1')).toEqual({ tickMs: 0, receivedBytes: 9, sentBytes: 3 });
    expect(feed.counters('c1')?.counters).toMatchObject({
      cpuUsageUs: 5_000,
      tickMs: 1_795_985_477_000,
      processes: { missing: 'not reported by containerd 2.1' },
      oomKills: { missing: 'not reported by containerd 2.1' },
    });
    expect(feed.writableLayer('c1')).toBe(4096);
    expect(answers).toBe(1);
    expect(feed.gaps()).toEqual([]);
  });

  it('a writable layer that the runtime has not measured yet will come', async () => {
    runtime.serve(RuntimeService, {
      listContainerStats: () => ({ stats: [{ attributes: { id: 'c1' }, writableLayer: {} }] }),
    });
    feed.ask({ everyMs: 30_000, wantsNetwork: false });
    await feed.settled();
    expect(feed.writableLayer('c1')).toEqual({ missing: 'not measured yet by containerd 2.1' });
  });

  it('is containers only where it is not', async () => {
    feed.ask({ everyMs: 30_000, wantsNetwork: false });
    await feed.settled();
    expect(statsCalls()).toEqual(['ListContainerStats']);
  });

  it('is asked at most every ten seconds, and one call at a time', async () => {
    for (let second = 0; second < 25; second += 1) {
      tickMs = second * 1_000;
      feed.ask(BOTH);
      feed.ask(BOTH);
      await feed.settled();
    }
    expect(statsCalls()).toHaveLength(3);
  });
});

describe('ListPodSandboxStats that fails as a whole', () => {
  const text =
    'failed to obtain metrics for sandbox "664f": failed to load sandbox cgroup: cgroups: cgroup deleted';

  it('falls back to containers, says so, and is asked again after a minute', async () => {
    runtime.serve(RuntimeService, {
      listPodSandboxStats: () => {
        throw new Refusal('UNKNOWN', text);
      },
    });
    feed.ask(BOTH);
    await feed.settled();
    expect(statsCalls()).toEqual(['ListPodSandboxStats', 'ListContainerStats']);
    expect(feed.counters('c1')).not.toBeNull();
    expect(feed.network('s1')).toEqual({ missing: 'ListPodSandboxStats fails' });
    expect(feed.gaps()).toEqual([
      `ListPodSandboxStats fails as a whole, so the network of pods is missing and containers are asked for alone: ${text}.`,
    ]);
    tickMs = 10_000;
    feed.ask(BOTH);
    await feed.settled();
    expect(statsCalls().slice(2)).toEqual(['ListContainerStats']);
    runtime.serve(RuntimeService, { listPodSandboxStats: () => ({ stats: [pod] }) });
    tickMs = 61_000;
    feed.ask(BOTH);
    await feed.settled();
    expect(statsCalls().slice(3)).toEqual(['ListPodSandboxStats']);
    expect(feed.gaps()).toEqual([]);
  });

  it('is the same where the runtime does not serve it', async () => {
    runtime.serve(RuntimeService, {
      listPodSandboxStats: () => {
        throw new Refusal('UNIMPLEMENTED', 'unknown method');
      },
    });
    feed.ask(BOTH);
    await feed.settled();
    expect(feed.writableLayer('c1')).toBe(4096);
  });
});

describe('a runtime whose shims hang', () => {
  it('is left alone for a minute, and it is said', async () => {
    runtime.serve(RuntimeService, { listPodSandboxStats: (_request, call) => never(call) });
    await feed.close();
    feed = makeFeed(200);
    feed.ask(BOTH);
    await feed.settled();
    expect(feed.gaps()[0]).toBe(
      'containerd 2.1 did not answer for stats within 0.2 s: some shim hangs. It is asked again in 60 s; until then what only the runtime tells is missing.',
    );
    expect(feed.writableLayer('c1')).toEqual({ missing: 'the runtime does not answer for stats' });
    for (tickMs = 10_000; tickMs < 60_000; tickMs += 10_000) feed.ask(BOTH);
    expect(statsCalls()).toHaveLength(1);
    runtime.serve(RuntimeService, { listPodSandboxStats: () => ({ stats: [pod] }) });
    tickMs = 60_000;
    feed.ask(BOTH);
    await feed.settled();
    expect(feed.gaps()).toEqual([]);
    expect(feed.writableLayer('c1')).toBe(4096);
  });
});

describe('a runtime that is away', () => {
  it('is a gap and no hang', async () => {
    runtime.stop();
    await expect.poll(() => connection.health().state).toBe('down');
    feed.ask(BOTH);
    await feed.settled();
    expect(feed.gaps()[0]).toMatch(/^ListPodSandboxStats failed: /);
    expect(feed.counters('c1')).toBeNull();
  });

  it('what it told before is shown for a while, then it is missing', async () => {
    feed.ask(BOTH);
    await feed.settled();
    tickMs = 89_000;
    expect(feed.writableLayer('c1')).toBe(4096);
    tickMs = 91_000;
    expect(feed.writableLayer('c1')).toHaveProperty('missing');
  });
});
