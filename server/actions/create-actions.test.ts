import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../access/gate.ts';
import { type ActionKind, actionPreviewSchema } from '../contract/action.ts';
import type { ImageRow } from '../contract/image-list.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import { available, unavailable } from '../contract/section.ts';
import { RuntimeService } from '../cri/generated/runtime/v1/api_pb.js';
import { never, Refusal } from '../cri/testing/scripted-runtime.ts';
import { deferred } from '../lib/deferred.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { createActions, type OwnedActions } from './create-actions.ts';
import type { KubeletSigns } from './kubelet-life.ts';
import { CONTAINER_ID, NOW_MS, SANDBOX_ID } from './testing/facts.ts';
import { IMAGE_ID, NodeRuntime } from './testing/node-runtime.ts';

const ADA: Caller = { identity: { role: 'admin', name: 'ada' }, proof: { kind: 'bearer' } };
const EVE: Caller = { identity: { role: 'admin', name: 'eve' }, proof: { kind: 'bearer' } };
const { signal } = new AbortController();
const DEAD: KubeletSigns = {
  ports: [],
  process: available(null, NOW_MS),
  heartbeatAtMs: null,
  heartbeatEverySeconds: 40,
};
const ALIVE = { ...DEAD, process: available({ pid: 7, command: 'kubelet' }, NOW_MS) };

let runtime: NodeRuntime;
let actions: OwnedActions;
let signs: KubeletSigns;
let neededBecause: string | null;
let lines: Record<string, unknown>[];
let actedCount: number;

beforeEach(async () => {
  runtime = await NodeRuntime.start();
  signs = DEAD;
  neededBecause = null;
  lines = [];
  actedCount = 0;
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const snapshot = {
    ...noFurtherFacts('not asked'),
    kubeletPods: unavailable('not asked'),
    manifests: unavailable('not asked'),
  } as unknown as NodeSnapshot;
  actions = createActions({
    cri: runtime.cri,
    freshSnapshot: async () => snapshot,
    kubeletSigns: async () => signs,
    imageRows: ({ images }) =>
      images.map(
        (image): ImageRow => ({
          ...image,
          tags: [...image.tags],
          digests: [...image.digests],
          neededBecause,
          users: [],
        }),
      ),
    writableLayerBytes: async () => 2_048,
    onActed: async () => {
      actedCount += 1;
    },
    log: pino({ level: 'warn' }, sink),
    nowMs: () => NOW_MS,
  });
});

afterEach(async () => {
  await actions.close();
  await runtime.close();
});

const preview = (kind: ActionKind, id: string) => actions.preview({ kind, id }, { signal });
const act = (kind: ActionKind, id: string, confirm: string, caller = ADA) =>
  actions.act(caller, { kind, id, confirm }, { signal });

describe('a preview', () => {
  it('tells what may be done, what is lost and what is typed, and changes nothing', async () => {
    const told = await preview('remove-container', CONTAINER_ID);
    expect(actionPreviewSchema.parse(told)).toMatchObject({
      subject: 'container web of shop/web-1',
      pod: { namespace: 'shop', name: 'web-1' },
      allowed: true,
      refusal: null,
      kubelet: { state: 'dead' },
      confirm: 'web',
    });
    expect(told.lost.join(' ')).toContain('2.0 kB');
    expect(runtime.changes).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('asks for signs of kubelet anew', async () => {
    expect((await preview('stop-sandbox', SANDBOX_ID)).allowed).toBe(true);
    signs = ALIVE;
    const told = await preview('stop-sandbox', SANDBOX_ID);
    expect(told).toMatchObject({ allowed: false, lost: [] });
    expect(told.instead[0]?.command).toBe('kubectl delete pod -n shop web-1');
  });

  it.each<[ActionKind, string]>([
    ['stop-container', 'x'],
    ['remove-sandbox', 'b'.repeat(64)],
    ['remove-image', 'sha256:0'],
  ])('of what is not there: %s', async (kind, id) => {
    await expect(preview(kind, id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('finds by an id as crictl shows it', async () => {
    expect(await preview('remove-sandbox', SANDBOX_ID.slice(0, 13))).toMatchObject({
      id: SANDBOX_ID,
    });
  });

  it('says that the runtime is away', async () => {
    runtime.scripted.stop();
    await expect(preview('stop-sandbox', SANDBOX_ID)).rejects.toMatchObject({
      code: 'runtime-unavailable',
    });
  });
});

describe('what is done', () => {
  it.each<[ActionKind, string, string, readonly string[]]>([
    ['stop-container', CONTAINER_ID, 'web', ['StopContainer cccc 3 s']],
    ['remove-container', CONTAINER_ID, 'web', ['StopContainer cccc 3 s', 'RemoveContainer cccc']],
    ['stop-sandbox', SANDBOX_ID, 'web-1', ['StopContainer cccc 3 s', 'StopPodSandbox aaaa']],
    [
      'remove-sandbox',
      SANDBOX_ID,
      'web-1',
      ['StopContainer cccc 3 s', 'StopPodSandbox aaaa', 'RemovePodSandbox aaaa'],
    ],
    ['remove-image', IMAGE_ID, 'web:1', [`RemoveImage ${IMAGE_ID}`]],
  ])('%s', async (kind, id, word, calls) => {
    const { sentence } = await act(kind, id, word);
    expect(runtime.changes).toEqual(calls);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'action done',
        kind,
        user: 'ada',
        role: 'admin',
        target: id,
        kubelet: 'dead',
        result: sentence,
      }),
    ]);
    expect(actedCount).toBe(1);
  });

  it('tells how the container ended', async () => {
    expect((await act('stop-container', CONTAINER_ID, 'web')).sentence).toBe(
      'Container web of shop/web-1 was stopped (exit code 143).',
    );
  });

  it('is allowed with a living kubelet on what is made by hand', async () => {
    signs = ALIVE;
    runtime.labels = {};
    await act('remove-sandbox', SANDBOX_ID, 'web-1');
    expect(runtime.changes).toContain('RemovePodSandbox aaaa');
    expect(lines[0]).toMatchObject({ msg: 'action done', kubelet: 'alive' });
  });
});

describe('what is refused', () => {
  it('what a living kubelet owns, whatever the preview said before', async () => {
    await preview('remove-container', CONTAINER_ID);
    signs = ALIVE;
    await expect(act('remove-container', CONTAINER_ID, 'web')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('kubelet owns it'),
    });
    expect(runtime.changes).toEqual([]);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'action refused',
        user: 'ada',
        pod: 'shop/web-1',
        kubelet: 'alive',
        reason: expect.stringContaining('kubelet owns it'),
      }),
    ]);
    expect(actedCount).toBe(0);
  });

  it.each(['', 'Web', 'web ', 'web-1'])('a word that is not the one: %j', async (word) => {
    await expect(act('remove-container', CONTAINER_ID, word)).rejects.toMatchObject({
      code: 'bad-request',
    });
    expect(runtime.changes).toEqual([]);
    expect(lines[0]).toMatchObject({ msg: 'action refused' });
  });

  it('an image that is needed', async () => {
    neededBecause = 'It is pinned.';
    await expect(act('remove-image', IMAGE_ID, 'web:1')).rejects.toMatchObject({
      code: 'conflict',
      message: 'It is pinned.',
    });
  });

  it('a second action on the same pod while one runs', async () => {
    const going = deferred<void>();
    const begun = deferred<void>();
    runtime.scripted.serve(RuntimeService, {
      stopContainer: async () => {
        begun.resolve();
        await going.promise;
        return {};
      },
    });
    const first = act('stop-container', CONTAINER_ID, 'web');
    await begun.promise;
    await expect(act('remove-sandbox', SANDBOX_ID, 'web-1', EVE)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('ada'),
    });
    going.resolve();
    await first;
    await act('remove-sandbox', SANDBOX_ID, 'web-1', EVE);
    expect(runtime.changes).toContain('RemovePodSandbox aaaa');
  });
});

describe('what fails', () => {
  it('is told in the runtime’s words, with what was done before', async () => {
    runtime.scripted.serve(RuntimeService, {
      stopPodSandbox: () => {
        throw new Refusal('UNKNOWN', 'plugin type="bridge" failed (delete)');
      },
    });
    const failing = act('remove-sandbox', SANDBOX_ID, 'web-1');
    await expect(failing).rejects.toMatchObject({
      code: 'runtime-refused',
      message:
        'StopPodSandbox failed: plugin type="bridge" failed (delete). Container web was stopped. It was not done.',
    });
    expect(lines[0]).toMatchObject({ msg: 'action failed', kubelet: 'dead' });
    expect(actedCount).toBe(1);
  });

  it('is broken off by the end of the server, which waits for it', async () => {
    const begun = deferred<void>();
    runtime.scripted.serve(RuntimeService, {
      stopContainer: (_, call) => {
        begun.resolve();
        return never(call);
      },
    });
    const acting = act('stop-container', CONTAINER_ID, 'web').catch((error: unknown) => error);
    await begun.promise;
    await actions.close();
    expect(await acting).toBeInstanceOf(Error);
    expect(lines[0]).toMatchObject({ msg: 'action failed' });
  });

  it('goes on when the person leaves', async () => {
    const leaving = new AbortController();
    const going = deferred<void>();
    const begun = deferred<void>();
    runtime.scripted.serve(RuntimeService, {
      stopContainer: async () => {
        begun.resolve();
        await going.promise;
        return {};
      },
    });
    const request = { kind: 'stop-container', id: CONTAINER_ID, confirm: 'web' } as const;
    const acting = actions.act(ADA, request, { signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    going.resolve();
    await acting;
    expect(lines[0]).toMatchObject({ msg: 'action done' });
  });
});
