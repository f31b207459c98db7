import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKube } from './create-kube.ts';
import type { Kube } from './kube.ts';

const NOW_MS = Date.parse('2026-11-29T21:00:00.000Z');
const { signal } = new AbortController();

type Answer = (url: URL, response: ServerResponse) => void;
let server: Server;
let base: URL;
let asked: URL[];
let answers: Map<string, Answer>;
let kube: Kube;

beforeEach(async () => {
  asked = [];
  answers = new Map();
  server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', base);
    asked.push(url);
    const answer = answers.get(url.pathname);
    if (answer === undefined) response.writeHead(404).end('{"kind":"Status"}');
    else answer(url, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  kube = createKube({
    access: { read: async () => ({ server: base, headers: {}, tls: {} }) },
    nodeName: 'n1',
    nowMs: () => NOW_MS,
    timeoutMs: 300,
  });
});

afterEach(async () => {
  kube.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function serve(path: string, json: unknown): void {
  answers.set(path, (_, response) => response.end(JSON.stringify(json)));
}

const podJson = (name: string, more: object = {}) => ({
  metadata: { name, namespace: 'shop', uid: `uid-${name}` },
  spec: { containers: [{ name: 'app' }] },
  status: { phase: 'Pending' },
  ...more,
});
const list = (items: readonly unknown[], token = '') => ({
  kind: 'List',
  metadata: { resourceVersion: '7', ...(token ? { continue: token } : {}) },
  items,
});

describe('pods of the API server', () => {
  it("asks for this node's pods from the server's cache", async () => {
    serve('/api/v1/pods', list([podJson('web')]));
    expect(await kube.pods({ signal })).toMatchObject({
      available: true,
      asOfMs: NOW_MS,
      value: [{ namespace: 'shop', name: 'web', uid: 'uid-web', phase: 'Pending' }],
    });
    const query = Object.fromEntries(asked[0]?.searchParams ?? []);
    expect(query).toEqual({
      fieldSelector: 'spec.nodeName=n1',
      resourceVersion: '0',
      limit: '500',
    });
    expect(kube.source()).toMatchObject({
      name: 'kube',
      status: 'ok',
      reason: expect.stringContaining('Reads 1 pods of node n1'),
    });
  });

  it('follows the pages, and begins anew once when the token has expired', async () => {
    let hasExpired = false;
    answers.set('/api/v1/pods', (url, response) => {
      const token = url.searchParams.get('continue');
      if (token === null) response.end(JSON.stringify(list([podJson('a')], 'next')));
      else if (hasExpired) response.end(JSON.stringify(list([podJson('b')])));
      else {
        hasExpired = true;
        response.writeHead(410).end('{}');
      }
    });
    expect(await kube.pods({ signal })).toMatchObject({ value: [{ name: 'a' }, { name: 'b' }] });
    expect(asked.map((url) => url.searchParams.get('continue'))).toEqual([
      null,
      'next',
      null,
      'next',
    ]);
    expect(asked[1]?.searchParams.get('resourceVersion')).toBeNull();
  });

  it('asks for a bounded number of pages', async () => {
    serve('/api/v1/pods', list([podJson('a')], 'for-ever'));
    await kube.pods({ signal });
    expect(asked).toHaveLength(4);
  });

  it('knows a static pod by the uid that kubelet and the runtime know', async () => {
    const annotations = { 'kubernetes.io/config.mirror': 'hash-1' };
    const metadata = { name: 'etcd-n1', namespace: 'kube-system', uid: 'mirror-uid', annotations };
    serve('/api/v1/pods', list([podJson('', { metadata })]));
    expect(await kube.pods({ signal })).toMatchObject({ value: [{ uid: 'hash-1' }] });
  });

  it('suspects the name when no pod is bound to it', async () => {
    serve('/api/v1/pods', list([]));
    await kube.pods({ signal });
    expect(kube.source()).toMatchObject({ enable: expect.stringContaining('--node-name') });
  });

  it.each([
    [401, 'does not accept the credential', 'token'],
    [403, 'may not list pods', '"list" on "pods"'],
    [500, 'with status 500', '--kubeconfig'],
  ])('explains status %i', async (status, reason, enable) => {
    answers.set('/api/v1/pods', (_, response) => response.writeHead(status).end('{}'));
    expect(await kube.pods({ signal })).toMatchObject({
      available: false,
      reason: expect.stringContaining(reason),
    });
    expect(kube.source()).toMatchObject({
      status: 'unavailable',
      enable: expect.stringContaining(enable),
    });
  });

  it.each(['<html>', '{"items":7}'])('refuses %s', async (body) => {
    answers.set('/api/v1/pods', (_, response) => response.end(body));
    expect(await kube.pods({ signal })).toMatchObject({ available: false });
  });

  it('says since when the API server is silent, and forgets it with the first answer', async () => {
    answers.set('/api/v1/pods', () => {});
    const expected = 'has not answered since 21:00:00 UTC';
    expect(await kube.pods({ signal })).toMatchObject({
      reason: expect.stringContaining(expected),
    });
    expect(kube.source().status).toBe('unavailable');
    serve('/api/v1/pods', list([podJson('web')]));
    await kube.pods({ signal });
    expect(kube.source().status).toBe('ok');
  });

  it('rejects when the caller gives up', async () => {
    const controller = new AbortController();
    answers.set('/api/v1/pods', () => controller.abort(new Error('enough')));
    await expect(kube.pods({ signal: controller.signal })).rejects.toThrow('enough');
  });
});

const event = (reason: string, more: object = {}) => ({
  metadata: { creationTimestamp: '2026-11-29T20:00:00Z' },
  involvedObject: {
    kind: 'Pod',
    namespace: 'shop',
    name: 'web',
    uid: 'uid-web',
    fieldPath: 'spec.initContainers{setup}',
  },
  reason,
  message: 'text',
  type: 'Warning',
  ...more,
});

async function podsOf(items: readonly unknown[]) {
  serve('/api/v1/pods', list(items));
  const section = await kube.pods({ signal });
  return section.available ? section.value : [];
}

describe('events', () => {
  beforeEach(() => serve('/api/v1/namespaces/default/events', list([])));

  it('asks pod by pod, and only for those in trouble', async () => {
    serve('/api/v1/namespaces/shop/events', list([event('FailedMount', { count: 4 })]));
    const ready = {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    };
    const pods = await podsOf([
      podJson('web'),
      podJson('well', ready),
      podJson('done', { status: { phase: 'Succeeded' } }),
    ]);
    asked.length = 0;
    expect(await kube.events(pods, { signal })).toMatchObject({
      available: true,
      value: [{ kind: 'Pod', reason: 'FailedMount', container: 'setup', count: 4 }],
    });
    const selectors = asked.map((url) => url.searchParams.get('fieldSelector'));
    expect(selectors.sort()).toEqual([
      'involvedObject.kind=Node,involvedObject.name=n1',
      'involvedObject.uid=uid-web',
    ]);
  });

  it('asks about many pods in rounds, those unheard of first', async () => {
    serve('/api/v1/namespaces/shop/events', list([]));
    const pods = await podsOf(Array.from({ length: 40 }, (_, index) => podJson(`p${index}`)));
    for (const expected of [16, 32, 40]) {
      await kube.events(pods, { signal });
      const seen = new Set(asked.map((url) => url.searchParams.get('fieldSelector')));
      expect([...seen].filter((one) => one?.includes('uid='))).toHaveLength(expected);
    }
  });

  it('forgets the events of pods that are well again', async () => {
    serve('/api/v1/namespaces/shop/events', list([event('Failed')]));
    const pods = await podsOf([podJson('web')]);
    await kube.events(pods, { signal });
    expect(await kube.events([], { signal })).toMatchObject({ value: [] });
  });

  it('reads old and new forms, in the order of time', async () => {
    serve(
      '/api/v1/namespaces/shop/events',
      list([
        event('Old', {
          firstTimestamp: '2026-11-29T20:10:00Z',
          lastTimestamp: '2026-11-29T20:50:00Z',
          source: { component: 'kubelet' },
        }),
        event('New', {
          eventTime: '2026-11-29T20:20:00.123456Z',
          series: { count: 9, lastObservedTime: '2026-11-29T20:40:00Z' },
          reportingComponent: 'attachdetach-controller',
          firstTimestamp: null,
          lastTimestamp: null,
        }),
        event('Bare', { message: 'a \u001b[2Jb', type: 'odd' }),
        7,
      ]),
    );
    const events = await kube.events(await podsOf([podJson('web')]), { signal });
    expect(events).toMatchObject({
      value: [
        { reason: 'Bare', message: 'a b', type: 'Normal', count: 1 },
        {
          reason: 'New',
          count: 9,
          firstAtMs: Date.parse('2026-11-29T20:20:00.123Z'),
          component: 'attachdetach-controller',
        },
        { reason: 'Old', component: 'kubelet', lastAtMs: Date.parse('2026-11-29T20:50:00Z') },
      ],
    });
  });
});

describe('what else the API server tells', () => {
  it('lease', async () => {
    serve('/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1', {
      spec: { renewTime: '2026-11-29T20:59:51.000000Z', leaseDurationSeconds: 40 },
    });
    expect(await kube.lease({ signal })).toMatchObject({
      value: { renewedAtMs: NOW_MS - 9_000, durationSeconds: 40 },
    });
  });

  it('runtime classes', async () => {
    serve(
      '/apis/node.k8s.io/v1/runtimeclasses',
      list([{ metadata: { name: 'sandboxed' }, handler: 'kata' }]),
    );
    expect(await kube.runtimeClasses({ signal })).toMatchObject({
      value: [{ name: 'sandboxed', handler: 'kata' }],
    });
  });

  it('attachments of this node, and where a wanted volume hangs elsewhere', async () => {
    const attachment = (name: string, nodeName: string, more: object = {}) => ({
      metadata: { name, creationTimestamp: '2026-11-29T20:00:00Z' },
      spec: { attacher: 'csi.example', nodeName, source: { persistentVolumeName: `pv-${name}` } },
      status: { attached: true },
      ...more,
    });
    serve(
      '/apis/storage.k8s.io/v1/volumeattachments',
      list([
        attachment('a', 'n1', {
          status: { attached: false, attachError: { message: 'rpc error: code = Internal' } },
        }),
        attachment('b', 'n2'),
        attachment('c', 'n2'),
      ]),
    );
    expect(await kube.volumeAttachments(new Set(['pv-c']), { signal })).toMatchObject({
      value: [
        { name: 'a', isAttached: false, error: 'rpc error: code = Internal' },
        { name: 'c', nodeName: 'n2', isAttached: true, error: null },
      ],
    });
  });

  it('conditions of the node', async () => {
    serve('/api/v1/nodes/n1', {
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'Unknown',
            reason: 'NodeStatusUnknown',
            message: 'Kubelet stopped posting node status.',
            lastTransitionTime: '2026-11-29T20:30:00Z',
          },
        ],
      },
    });
    expect(await kube.nodeConditions({ signal })).toMatchObject({
      value: [{ type: 'Ready', status: 'Unknown', changedAtMs: NOW_MS - 30 * 60_000 }],
    });
  });

  it('names each right that is missing, and blinds its own part alone', async () => {
    serve('/api/v1/pods', list([podJson('web')]));
    answers.set('/apis/node.k8s.io/v1/runtimeclasses', (_, response) =>
      response.writeHead(403).end(),
    );
    await kube.pods({ signal });
    await kube.runtimeClasses({ signal });
    expect(kube.source()).toMatchObject({
      status: 'degraded',
      enable: expect.stringContaining('runtimeclasses.node.k8s.io'),
    });
    expect(await kube.pods({ signal })).toMatchObject({ available: true });
  });
});
