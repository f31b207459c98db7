import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createKubelet, type Kubelet } from './client.ts';
import { parseGoDuration } from './go-duration.ts';
import { toSummary } from './to-summary.ts';

const METRICS = readFileSync(new URL('fixtures/metrics.txt', import.meta.url));
const SUMMARY = readFileSync(new URL('fixtures/stats-summary.json', import.meta.url));
const HEALTH = '[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n';
const CONFIGZ = JSON.stringify({
  kubeletconfig: {
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    cgroupDriver: 'systemd',
    cgroupsPerQOS: true,
    serializeImagePulls: false,
    maxParallelImagePulls: 5,
    registryPullQPS: 5,
    registryBurst: 10,
    maxPods: 110,
    staticPodPath: '/etc/kubernetes/manifests',
    runtimeRequestTimeout: '2m0s',
    shutdownGracePeriod: '30s',
    evictionHard: { 'memory.available': '100Mi' },
    featureGates: { PodsAPI: true, odd: 'yes' },
  },
});

const { signal } = new AbortController();
const servers: Server[] = [];
let kubelet: Kubelet;

afterEach(async () => {
  kubelet.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Answers = Readonly<Record<string, string | Buffer | number | 'hangs'>>;

/** A kubelet with these answers; a number is a status, 'hangs' never answers. */
async function open(answers: Answers, healthPort = 'http://127.0.0.1:1'): Promise<Kubelet> {
  const url = await serve((request, response) => {
    const answer = answers[request.url?.split('?')[0] ?? ''] ?? 404;
    if (answer === 'hangs') return;
    if (typeof answer === 'number') response.writeHead(answer).end('no');
    else response.end(answer);
  });
  kubelet = createKubelet({
    url,
    tokenFile: null,
    certFile: null,
    keyFile: null,
    caFile: null,
    nowMs: () => 7,
    healthzUrl: new URL(`${healthPort}/healthz`),
  });
  return kubelet;
}

const ALL: Answers = {
  '/pods': '{"items":[]}',
  '/healthz': HEALTH,
  '/configz': CONFIGZ,
  '/metrics': METRICS,
  '/stats/summary': SUMMARY,
};

async function readAll({ facts, pods }: Kubelet) {
  return {
    pods: await kubelet.pods({ signal }),
    health: await facts.health({ signal }),
    config: await facts.config({ signal }),
    metrics: await facts.metrics({ signal }),
    summary: await facts.summary({ signal }),
    pods2: pods.length,
  };
}

describe('facts of kubelet', () => {
  it('reads health, configuration, metrics and summary', async () => {
    const all = await readAll(await open(ALL));
    expect(all.health).toMatchObject({
      available: true,
      value: { isOk: true, text: HEALTH.trim() },
    });
    expect(all.config).toMatchObject({
      value: {
        serializeImagePulls: false,
        registryPullQps: 5,
        runtimeRequestTimeoutMs: 120_000,
        shutdownGracePeriodMs: 30_000,
        evictionHard: { 'memory.available': '100Mi' },
      },
    });
    expect(all.metrics).toMatchObject({ value: { runningPods: 22 } });
    expect(all.summary).toMatchObject({
      asOfMs: 7,
      value: {
        nodeMemoryAvailableBytes: 23_019_610_112,
        nodeFsAvailableBytes: 76_234_637_312,
        imageFsCapacityBytes: 270_553_174_016,
        processCount: 622,
        maxProcesses: 32_768,
      },
    });
    expect(kubelet.source()).toMatchObject({ status: 'ok' });
  });

  it('names for each refusal the right that is missing, and never nodes/proxy', async () => {
    const { '/pods': pods = '' } = ALL;
    const refused = {
      '/pods': pods,
      '/healthz': 403,
      '/configz': 403,
      '/metrics': 403,
      '/stats/summary': 403,
    };
    const all = await readAll(await open(refused));
    for (const [section, right] of [
      [all.health, 'nodes/healthz'],
      [all.config, 'nodes/configz'],
      [all.metrics, 'nodes/metrics'],
      [all.summary, 'nodes/stats'],
    ] as const) {
      expect(section).toMatchObject({
        available: false,
        reason: expect.stringContaining(right),
      });
    }
    const { status, reason, enable } = kubelet.source();
    expect(status).toBe('degraded');
    expect(reason).toContain('Reads 0 pods');
    expect(enable).toContain('nodes/metrics');
    expect(`${reason}${enable}`).not.toContain('proxy');
  });

  it('asks the open health port where its own port refuses', async () => {
    const healthPort = await serve((_, response) => response.end('ok'));
    const opened = await open({ ...ALL, '/healthz': 401 }, healthPort);
    expect(await opened.facts.health({ signal })).toMatchObject({ value: { isOk: true } });
  });

  it('takes a failed check for an answer', async () => {
    const healthPort = await serve((_, response) =>
      response.writeHead(500).end('[+]ping ok\n[-]syncloop failed: no time\n'),
    );
    const opened = await open({ '/healthz': 403 }, healthPort);
    expect(await opened.facts.health({ signal })).toMatchObject({
      value: { isOk: false, text: expect.stringContaining('[-]syncloop failed') },
    });
  });

  it('does not mind a path that the read-only port never serves', async () => {
    const opened = await open({ ...ALL, '/configz': 404 });
    await readAll(opened);
    expect(opened.source()).toMatchObject({ status: 'ok', enable: null });
  });

  it('a hung runtime blinds metrics and summary, and nothing else', {
    timeout: 20_000,
  }, async () => {
    const opened = await open({ ...ALL, '/metrics': 'hangs', '/stats/summary': 'hangs' });
    const [metrics, summary, pods, config] = await Promise.all([
      opened.facts.metrics({ signal }),
      opened.facts.summary({ signal }),
      opened.pods({ signal }),
      opened.facts.config({ signal }),
    ]);
    expect(metrics).toMatchObject({ available: false });
    expect(summary).toMatchObject({ reason: expect.stringContaining('has not answered within') });
    expect([pods.available, config.available]).toEqual([true, true]);
    expect(opened.source()).toMatchObject({ status: 'degraded' });
  });

  it.each([
    ['/configz', 'config', '{"kubeletconfig":7}'],
    ['/metrics', 'metrics', 'nothing of it'],
    ['/stats/summary', 'summary', '{"pods":[]}'],
  ] as const)('%s: an answer that makes no sense is no answer', async (path, fact, body) => {
    const opened = await open({ ...ALL, [path]: body });
    expect(await opened.facts[fact]({ signal })).toMatchObject({
      available: false,
      reason: expect.stringContaining('did not answer with'),
    });
  });

  it('rejects when the caller gives up', async () => {
    const opened = await open({ '/metrics': 'hangs' });
    const controller = new AbortController();
    const reading = opened.facts.metrics({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('toSummary', () => {
  it('does not read the pods', () => {
    expect(
      toSummary(Buffer.from('{"node":{"memory":{"availableBytes":5}},"pods":[broken')),
    ).toEqual(expect.objectContaining({ nodeMemoryAvailableBytes: 5, nodeFsAvailableBytes: null }));
  });
});

describe('parseGoDuration', () => {
  it.each([
    ['2m0s', 120_000],
    ['1h0m1.5s', 3_601_500],
    ['250ms', 250],
    ['0', 0],
    ['soon', null],
    ['', null],
  ])('%s', (text, expected) => expect(parseGoDuration(text)).toBe(expected));
});

describe('anonymous', () => {
  it('is refused on every path of the secure port, as recorded, and each says what it wants', async () => {
    const refused = Object.fromEntries(Object.keys(ALL).map((path) => [path, 401]));
    const { pods, health, config, metrics, summary } = await readAll(await open(refused));
    for (const section of [pods, health, config, metrics, summary]) {
      expect(section).toMatchObject({
        available: false,
        reason: expect.stringContaining('asks for a credential'),
      });
    }
    expect(kubelet.source()).toMatchObject({
      status: 'unavailable',
      enable: expect.stringContaining('--kubelet-token-file'),
    });
  });
});
