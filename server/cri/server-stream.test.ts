import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from './connect.ts';
import { RuntimeService } from './generated/runtime/v1/api_pb.js';
import { CRIO_VERSION } from './testing/fixtures.ts';
import { never, Refusal, ScriptedRuntime } from './testing/scripted-runtime.ts';

const { streamContainers } = RuntimeService.method;

describe('server stream', () => {
  let runtime: ScriptedRuntime;
  let connection: RpcConnection;
  let signal: AbortSignal;

  beforeEach(async () => {
    signal = new AbortController().signal;
    runtime = new ScriptedRuntime().serve(RuntimeService, {
      version: () => CRIO_VERSION,
      streamContainers: async function* () {
        yield { containers: [{ id: 'a' }] };
        yield { containers: [{ id: 'b' }, { id: 'c' }] };
      },
    });
    await runtime.start();
    connection = connectRuntime({ endpoint: runtime.path });
  });

  afterEach(async () => {
    await connection.close();
    await runtime.close();
  });

  async function read(options: { signal?: AbortSignal; deadlineMs?: number } = {}) {
    const ids: string[] = [];
    for await (const answer of connection.rpc.stream(
      streamContainers,
      {},
      { signal, ...options },
    )) {
      ids.push(...answer.containers.map((row) => row.id));
    }
    return ids;
  }

  /** A stream that says one thing and then stays open. */
  function stayOpen() {
    runtime.serve(RuntimeService, {
      streamContainers: async function* (_, call) {
        yield { containers: [{ id: 'a' }] };
        await never(call);
      },
    });
  }

  it('basic', async () => {
    expect(await read()).toEqual(['a', 'b', 'c']);
    expect(connection.health().callsInFlight).toBe(0);
  });

  it('empty', async () => {
    runtime.serve(RuntimeService, { streamContainers: async function* () {} });
    expect(await read()).toEqual([]);
  });

  it('not found', async () => {
    runtime.serve(RuntimeService, {
      // biome-ignore lint/correctness/useYield: a stream that is refused before its first answer
      streamContainers: async function* () {
        throw new Refusal('NOT_FOUND', 'no such pod');
      },
    });
    await expect(read()).rejects.toMatchObject({ rpc: 'StreamContainers', isNotFound: true });
  });

  it('unavailable', async () => {
    stayOpen();
    const reading = read();
    await expect.poll(() => runtime.count('StreamContainers')).toBe(1);
    runtime.stop();
    await expect(reading).rejects.toMatchObject({ isUnavailable: true });
  });

  it('deadline', async () => {
    stayOpen();
    await expect(read({ deadlineMs: 50 })).rejects.toMatchObject({ isDeadline: true });
  });

  it('client cancel', async () => {
    stayOpen();
    const controller = new AbortController();
    const reading = read({ signal: controller.signal });
    await expect.poll(() => runtime.count('StreamContainers')).toBe(1);
    controller.abort(new Error('changed my mind'));
    await expect(reading).rejects.toThrow('changed my mind');
    await expect.poll(() => runtime.cancelled).toEqual(['StreamContainers']);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('client cancel by leaving the loop', async () => {
    stayOpen();
    for await (const _ of connection.rpc.stream(streamContainers, {}, { signal })) break;
    await expect.poll(() => runtime.cancelled).toEqual(['StreamContainers']);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(connection.health().callsInFlight).toBe(0);
  });

  it('already aborted', async () => {
    await expect(read({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
    expect(runtime.count('StreamContainers')).toBe(0);
  });

  it('server restart', async () => {
    await read();
    runtime.stop();
    await expect.poll(() => connection.health().state).toBe('down');
    await runtime.start();
    await expect.poll(() => connection.health().state).toBe('ok');
    expect(await read()).toEqual(['a', 'b', 'c']);
  });
});
