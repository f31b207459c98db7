import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistryAuth } from '../../contract/probe.ts';
import { deferred } from '../../lib/deferred.ts';
import { connectRuntime, type RpcConnection } from '../connect.ts';
import type { CallOptions, Cri } from '../cri.ts';
import { CriError } from '../cri-error.ts';
import { ImageService, RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from '../testing/fixtures.ts';
import { never, Refusal, ScriptedRuntime, type ServerCall } from '../testing/scripted-runtime.ts';

type Code = ConstructorParameters<typeof Refusal>[0];

const { signal } = new AbortController();
const SANDBOX = {
  metadata: { name: 'probe-1', namespace: 'cri-triage', uid: 'u', attempt: 0 },
  linux: { security_context: { namespace_options: { network: 2 } } },
};
const CONTAINER = {
  image: { image: 'registry.example/app:1' },
  envs: [{ key: 'TOKEN', value: 'plain ✓' }],
  linux: { resources: { memory_limit_in_bytes: '9223372036854771712', cpu_shares: 2 } },
};
const NO_AUTH: RegistryAuth = { username: '', password: '', identityToken: '', registryToken: '' };

/** Every call that changes something, made once. */
const CHANGES: readonly (readonly [
  string,
  (cri: Cri, options: CallOptions) => Promise<unknown>,
])[] = [
  ['RunPodSandbox', ({ changes }, options) => changes.runPodSandbox(run, options)],
  ['PullImage', ({ changes }, options) => changes.pullImage(pull(null), options)],
  ['CreateContainer', ({ changes }, options) => changes.createContainer(make, options)],
  ['StartContainer', ({ changes }, options) => changes.startContainer('c', options)],
  ['StopContainer', ({ changes }, options) => changes.stopContainer('c', 0, options)],
  ['RemoveContainer', ({ changes }, options) => changes.removeContainer('c', options)],
  ['StopPodSandbox', ({ changes }, options) => changes.stopPodSandbox('s', options)],
  ['RemovePodSandbox', ({ changes }, options) => changes.removePodSandbox('s', options)],
  ['RemoveImage', ({ changes }, options) => changes.removeImage('i', options)],
];
const run = { config: SANDBOX, runtimeHandler: 'kata' };
const make = { podSandboxId: 's', config: CONTAINER, sandboxConfig: SANDBOX };
const pull = (auth: RegistryAuth | null) => ({
  image: 'registry.example/app:1',
  auth,
  sandboxConfig: SANDBOX,
});

let runtime: ScriptedRuntime;
let connection: RpcConnection;

beforeEach(() => {
  runtime = new ScriptedRuntime().serve(RuntimeService, { version: () => CONTAINERD_VERSION });
});

afterEach(async () => {
  await connection.close();
  await runtime.close();
});

async function connect() {
  await runtime.start();
  connection = connectRuntime({ endpoint: runtime.path });
  return connection.cri;
}

/** All changing calls handled alike. */
function serveAll(handle: (request: unknown, call: ServerCall) => Promise<never>): void {
  runtime.serve(RuntimeService, {
    runPodSandbox: handle,
    createContainer: handle,
    startContainer: handle,
    stopContainer: handle,
    removeContainer: handle,
    stopPodSandbox: handle,
    removePodSandbox: handle,
  });
  runtime.serve(ImageService, { pullImage: handle, removeImage: handle });
}

const refuse = (code: Code, text: string) => async (): Promise<never> => {
  throw new Refusal(code, text);
};

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('a configuration', () => {
  it('of a sandbox arrives as its message', async () => {
    const seen: unknown[] = [];
    runtime.serve(RuntimeService, {
      runPodSandbox: (request) => {
        seen.push(request);
        return { podSandboxId: 'new' };
      },
    });
    const cri = await connect();
    expect(await cri.changes.runPodSandbox(run, { signal })).toBe('new');
    expect(seen).toMatchObject([
      {
        runtimeHandler: 'kata',
        config: {
          metadata: { name: 'probe-1', namespace: 'cri-triage', uid: 'u', attempt: 0 },
          linux: { securityContext: { namespaceOptions: { network: 2 } } },
        },
      },
    ]);
  });

  it('of a container arrives with its sandbox, exact numbers and the bytes of its environment', async () => {
    const seen: unknown[] = [];
    runtime.serve(RuntimeService, {
      createContainer: (request) => {
        seen.push(request);
        return { containerId: 'new' };
      },
    });
    const cri = await connect();
    expect(await cri.changes.createContainer(make, { signal })).toBe('new');
    expect(seen).toMatchObject([
      {
        podSandboxId: 's',
        config: {
          image: { image: 'registry.example/app:1' },
          envs: [{ key: 'TOKEN', value: Buffer.from('plain ✓') }],
          linux: { resources: { memoryLimitInBytes: 9_223_372_036_854_771_712n, cpuShares: 2n } },
        },
        sandboxConfig: { metadata: { name: 'probe-1' } },
      },
    ]);
  });

  it('that does not fit is not sent, and its values are not told', async () => {
    serveAll(refuse('INTERNAL', 'not to be asked'));
    const cri = await connect();
    const config = { hostname: { secret: 'hunter2' } };
    const error = await failureOf(cri.changes.runPodSandbox({ ...run, config }, { signal }));
    expect(error).toBeInstanceOf(CriError);
    expect(error).toMatchObject({ rpc: 'RunPodSandbox', grpcCode: 'INVALID_ARGUMENT' });
    expect(String(error)).not.toContain('hunter2');
    expect(runtime.count('RunPodSandbox')).toBe(0);
  });
});

describe('credentials', () => {
  const auth = { ...NO_AUTH, username: 'robot', password: 'p@ss"-w/rd$& ✓' };

  it('arrive, and only when there are some', async () => {
    const seen: unknown[] = [];
    runtime.serve(ImageService, {
      pullImage: (request) => {
        seen.push(request.auth);
        return { imageRef: 'sha256:abc' };
      },
    });
    const cri = await connect();
    expect(await cri.changes.pullImage(pull(null), { signal })).toBe('sha256:abc');
    await cri.changes.pullImage(pull(auth), { signal });
    await cri.changes.pullImage(pull({ ...NO_AUTH, identityToken: 'id' }), { signal });
    await cri.changes.pullImage(pull({ ...NO_AUTH, registryToken: 'reg' }), { signal });
    expect(seen).toMatchObject([
      undefined,
      { username: 'robot', password: auth.password, identityToken: '', registryToken: '' },
      { username: '', identityToken: 'id' },
      { registryToken: 'reg' },
    ]);
  });

  it.each([
    ['as they are', (given: RegistryAuth) => given.password],
    ['quoted', (given: RegistryAuth) => JSON.stringify(given.password)],
    ['in an address', (given: RegistryAuth) => encodeURIComponent(given.password)],
    [
      'in a header',
      (given: RegistryAuth) =>
        Buffer.from(`${given.username}:${given.password}`).toString('base64'),
    ],
  ])('that the refusal repeats %s are taken out', async (_, told) => {
    runtime.serve(ImageService, {
      pullImage: refuse('UNKNOWN', `login failed for robot with ${told(auth)}: 401 Unauthorized`),
    });
    const cri = await connect();
    const error = await failureOf(cri.changes.pullImage(pull(auth), { signal }));
    expect(error).toMatchObject({
      rpc: 'PullImage',
      grpcCode: 'UNKNOWN',
      details: expect.stringMatching(/^login failed for robot with "?\[withheld\]"?: 401 Unauth/u),
    });
    expect(error).not.toHaveProperty('cause');
  });

  it.each([...'-$.*+?()[]{}|^/\\&#'])('of one sign are taken out: %s', async (password) => {
    runtime.serve(ImageService, { pullImage: refuse('UNKNOWN', `it was "${password}"`) });
    const cri = await connect();
    const given = { ...NO_AUTH, username: 'u', password };
    const error = await failureOf(cri.changes.pullImage(pull(given), { signal }));
    expect(error).toMatchObject({ rpc: 'PullImage', details: 'it was "[withheld]"' });
  });

  it('that are short are taken out only where they stand alone', async () => {
    runtime.serve(ImageService, { pullImage: refuse('UNKNOWN', 'a failed pull: password is "a"') });
    const cri = await connect();
    const given = { ...NO_AUTH, username: 'u', password: 'a' };
    const error = await failureOf(cri.changes.pullImage(pull(given), { signal }));
    expect(error).toMatchObject({ details: '[withheld] failed pull: password is "[withheld]"' });
  });
});

describe('what is no more', () => {
  const isEnding = ([name]: readonly [string, unknown]) => /^(?:Stop|Remove)/u.test(name);

  it.each(CHANGES.filter(isEnding))('is no error of %s', async (_, call) => {
    serveAll(refuse('NOT_FOUND', 'could not find it'));
    const cri = await connect();
    await expect(call(cri, { signal })).resolves.toBeUndefined();
  });

  it.each(CHANGES.filter((change) => !isEnding(change)))('is one of %s', async (name, call) => {
    serveAll(refuse('NOT_FOUND', 'could not find it'));
    const cri = await connect();
    expect(await failureOf(call(cri, { signal }))).toMatchObject({ rpc: name, isNotFound: true });
  });

  it.each(CHANGES)('any other refusal is one of %s', async (name, call) => {
    serveAll(refuse('UNKNOWN', 'no'));
    const cri = await connect();
    const error = await failureOf(call(cri, { signal }));
    expect(error).toMatchObject({ rpc: name, grpcCode: 'UNKNOWN', details: 'no' });
  });
});

describe('every call', () => {
  it.each(CHANGES)('%s is cancelled at the runtime by its signal', async (name, call) => {
    const asked = deferred<void>();
    serveAll((_, serverCall) => {
      asked.resolve();
      return never(serverCall);
    });
    const cri = await connect();
    const controller = new AbortController();
    const failure = failureOf(call(cri, { signal: controller.signal }));
    await asked.promise;
    const reason = new Error('given up');
    controller.abort(reason);
    expect(await failure).toBe(reason);
    await expect.poll(() => runtime.cancelled).toEqual([name]);
    expect(runtime.count(name)).toBe(1);
  });

  it.each(CHANGES)('%s ends by the deadline it is given, and is made once', async (name, call) => {
    serveAll((_, serverCall) => never(serverCall));
    const cri = await connect();
    const error = await failureOf(call(cri, { signal, deadlineMs: 50 }));
    expect(error).toMatchObject({ rpc: name, isDeadline: true });
    expect(runtime.count(name)).toBe(1);
  });

  it('the stop of a container leaves it the time it was promised', async () => {
    const deadlines: number[] = [];
    const timeouts: bigint[] = [];
    runtime.serve(RuntimeService, {
      stopContainer: ({ timeout }, call) => {
        timeouts.push(timeout);
        deadlines.push(call.deadlineAtMs - Date.now());
        return {};
      },
    });
    const cri = await connect();
    await cri.changes.stopContainer('c', 600, { signal });
    await cri.changes.stopContainer('c', 600, { signal, deadlineMs: 5_000 });
    expect(timeouts).toEqual([600n, 600n]);
    expect(deadlines[0]).toBeGreaterThan(600_000);
    expect(deadlines[1]).toBeLessThanOrEqual(5_000);
  });

  it('a changing call that takes long does not keep others back', async () => {
    serveAll((_, serverCall) => never(serverCall));
    const cri = await connect();
    const controller = new AbortController();
    const ten = Array.from({ length: 10 }, (_, index) =>
      failureOf(cri.changes.removeContainer(`c${index}`, { signal: controller.signal })),
    );
    await expect.poll(() => runtime.count('RemoveContainer')).toBe(10);
    expect(connection.health().state).toBe('ok');
    controller.abort(new Error('enough'));
    await Promise.all(ten);
  });
});

describe('the status of an image', () => {
  const DIGITS = 'ab'.repeat(32);
  const row = { id: DIGITS, repoTags: ['registry.example/app:1'], size: 5n };

  it('is an image of the list', async () => {
    runtime.serve(ImageService, { imageStatus: () => ({ image: row }) });
    const cri = await connect();
    const image = await cri.images.status('registry.example/app:1', { signal });
    expect(image).toEqual({
      id: DIGITS,
      tags: ['registry.example/app:1'],
      digests: [],
      sizeBytes: 5,
      pinned: false,
    });
  });

  it('is null when it is not there, however that is told', async () => {
    runtime.serve(ImageService, { imageStatus: () => ({}) });
    const cri = await connect();
    expect(await cri.images.status('x', { signal })).toBeNull();
    runtime.serve(ImageService, { imageStatus: refuse('NOT_FOUND', 'no such image') });
    expect(await cri.images.status('x', { signal })).toBeNull();
    runtime.serve(ImageService, { imageStatus: refuse('UNKNOWN', 'storage is broken') });
    expect(await failureOf(cri.images.status('x', { signal }))).toMatchObject({
      rpc: 'ImageStatus',
    });
  });

  it('is found by its id on a runtime that names images by bare digits', async () => {
    runtime.serve(ImageService, {
      imageStatus: ({ image }) => (image?.image === DIGITS ? { image: row } : {}),
    });
    const cri = await connect();
    expect((await cri.images.status(`sha256:${DIGITS}`, { signal }))?.id).toBe(DIGITS);
  });
});
