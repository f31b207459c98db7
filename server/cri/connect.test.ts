import { renameSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from './connect.ts';
import { RuntimeService } from './generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION, CRIO_VERSION } from './testing/fixtures.ts';
import { never, ScriptedRuntime } from './testing/scripted-runtime.ts';

const { signal } = new AbortController();
let runtime: ScriptedRuntime;
let connection: RpcConnection | null = null;
let cleanups: (() => void)[] = [];

beforeEach(() => {
  runtime = new ScriptedRuntime().serve(RuntimeService, {
    version: () => CONTAINERD_VERSION,
    listContainers: () => ({ containers: [{ id: 'a' }] }),
  });
});

afterEach(async () => {
  await connection?.close();
  connection = null;
  for (const cleanup of cleanups) cleanup();
  cleanups = [];
  await runtime.close();
});

function connect(path = runtime.path): RpcConnection {
  connection = connectRuntime({ endpoint: `unix://${path}` });
  return connection;
}

/** Lets handlers hang until it is called. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, pass: () => opened };
}

/** Waits while nothing should happen: longer than the second between two questions. */
async function passed(ms: number): Promise<void> {
  const startedAt = Date.now();
  await expect.poll(() => Date.now() - startedAt, { timeout: 3 * ms }).toBeGreaterThan(ms);
}

describe('health', () => {
  it('is connecting, then ok', async () => {
    await runtime.start();
    const { health } = connect();
    expect(health()).toMatchObject({ state: 'connecting', lastAnswerAt: null });
    await expect.poll(() => health().state).toBe('ok');
    expect(health()).toMatchObject({ message: null, hangingCall: null, callsInFlight: 0 });
    expect(health().lastAnswerAt).not.toBeNull();
  });

  it('asks nothing while nobody watches, again and again while somebody does', async () => {
    await runtime.start();
    const { health, setWatched } = connect();
    await expect.poll(() => health().state).toBe('ok');
    const before = runtime.count('Version');
    setWatched(true);
    await expect.poll(() => runtime.count('Version'), { timeout: 3_000 }).toBe(before + 2);
    setWatched(false);
    // The wait that is under way may end with one more; after it none comes.
    await passed(1_300);
    const rested = runtime.count('Version');
    expect(rested).toBeLessThanOrEqual(before + 3);
    await passed(1_300);
    expect(runtime.count('Version')).toBe(rested);
  });

  it('says within two seconds that the runtime hangs, names the call and refuses others', async () => {
    const { open, pass } = gate();
    await runtime.start();
    const { cri, health, setWatched } = connect();
    await expect.poll(() => health().state).toBe('ok');
    runtime.serve(RuntimeService, {
      version: async () => {
        await pass();
        return CONTAINERD_VERSION;
      },
      listContainers: (_, call) => never(call),
    });
    const hanging = cri.containers.list({ signal, deadlineMs: 8_000 }).catch(() => {});
    setWatched(true);
    await expect.poll(() => health().state, { timeout: 2_000 }).toBe('hung');
    expect(health()).toMatchObject({ hangingCall: 'ListContainers', callsInFlight: 2 });
    expect(health().message).toMatch(
      /^containerd has not answered for \d+ s; ListContainers hangs\.$/u,
    );
    for (let index = 0; index < 50; index++) {
      await expect(cri.sandboxes.list({ signal })).rejects.toMatchObject({ isUnavailable: true });
    }
    expect(health().callsInFlight).toBe(2);
    expect(runtime.count('ListPodSandbox')).toBe(0);
    const probes = runtime.count('Version');
    await expect.poll(() => health().message, { timeout: 4_000 }).toContain('for 3 s');
    expect(runtime.count('Version')).toBe(probes);
    open();
    await expect.poll(() => health().state).toBe('ok');
    runtime.stop();
    await hanging;
  });

  it('tells of a list that hangs though Version answers, and makes no second one', async () => {
    await runtime.start();
    const { cri, health, setWatched } = connect();
    await expect.poll(() => health().state).toBe('ok');
    runtime.serve(RuntimeService, { listContainers: (_, call) => never(call) });
    setWatched(true);
    const giveUp = new AbortController();
    const hanging = cri.containers.list({ signal: giveUp.signal });
    const ended = expect(hanging).rejects.toThrow('enough');
    let changes = 0;
    connection?.onHealthChange(() => changes++);
    await expect.poll(() => changes, { timeout: 8_000 }).toBeGreaterThan(0);
    expect(health()).toMatchObject({ state: 'ok', hangingCall: 'ListContainers' });
    expect(health().message).toContain('containerd answers Version, but ListContainers has not');
    await expect(cri.containers.list({ signal })).rejects.toThrow('no further one is made');
    expect(runtime.count('ListContainers')).toBe(1);
    giveUp.abort(new Error('enough'));
    await ended;
  });

  it('is down at once when the connection breaks, also while nobody watches', async () => {
    await runtime.start();
    const { health } = connect();
    await expect.poll(() => health().state).toBe('ok');
    runtime.stop();
    await expect.poll(() => health().state, { interval: 5, timeout: 500 }).toBe('down');
    expect(health().message).toMatch(/containerd at .* is away|no socket|Nothing listens/u);
  });

  it('is right again soon after the runtime is back', async () => {
    await runtime.start();
    const { health, cri } = connect();
    await expect.poll(() => health().state).toBe('ok');
    runtime.stop();
    await expect.poll(() => health().state).toBe('down');
    await expect(cri.containers.list({ signal })).rejects.toMatchObject({ isUnavailable: true });
    await runtime.start();
    await expect.poll(() => health().state, { interval: 5 }).toBe('ok');
    expect(await cri.containers.list({ signal })).toHaveLength(1);
  });

  it('leaves a runtime that hangs for one that takes its place', async () => {
    await runtime.start();
    const { health, setWatched } = connect();
    await expect.poll(() => health().state).toBe('ok');
    runtime.serve(RuntimeService, { version: (_, call) => never(call) });
    setWatched(true);
    await expect.poll(() => health().state, { timeout: 3_000 }).toBe('hung');
    const next = await new ScriptedRuntime()
      .serve(RuntimeService, { version: () => CRIO_VERSION })
      .start();
    cleanups.push(() => void next.close());
    renameSync(next.path, runtime.path);
    await expect.poll(() => health().state).toBe('ok');
    expect((await connection?.cri.runtime.version({ signal }))?.runtimeName).toBe('cri-o');
  });

  it('calls made before the first answer wait for it', async () => {
    const { open, pass } = gate();
    runtime.serve(RuntimeService, {
      version: async () => {
        await pass();
        return CONTAINERD_VERSION;
      },
    });
    await runtime.start();
    const asked = connect().cri.containers.list({ signal });
    await expect.poll(() => runtime.count('Version')).toBe(1);
    open();
    expect(await asked).toHaveLength(1);
  });

  it('close ends what is open and leaves nothing', async () => {
    runtime.serve(RuntimeService, { listContainers: (_, call) => never(call) });
    await runtime.start();
    const opened = connect();
    const asked = opened.cri.containers.list({ signal });
    const ended = expect(asked).rejects.toThrow('the connection to the runtime is closed');
    await expect.poll(() => runtime.count('ListContainers')).toBe(1);
    await opened.close();
    await ended;
    await expect.poll(() => runtime.cancelled).toContain('ListContainers');
    expect(opened.health().callsInFlight).toBe(0);
  });
});

it('remembers for this connection what a runtime does not serve', async () => {
  await runtime.start();
  const { rpc, health } = connect();
  const method = RuntimeService.method.runtimeConfig;
  const ask = () => rpc.call(method, {}, { signal }).catch((error: unknown) => error);
  expect(await ask()).toMatchObject({ isUnimplemented: true });
  runtime.stop();
  await expect.poll(() => health().state).toBe('down');
  runtime.serve(RuntimeService, { runtimeConfig: () => ({}) });
  await runtime.start();
  await expect.poll(() => health().state).toBe('ok');
  expect(await ask()).not.toBeInstanceOf(Error);
});
