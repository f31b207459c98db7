import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from './connect.ts';
import { CriError } from './cri-error.ts';
import { RuntimeService } from './generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from './testing/fixtures.ts';
import { never, Refusal, ScriptedRuntime } from './testing/scripted-runtime.ts';

const { containerStatus, listContainers } = RuntimeService.method;

describe('unary call', () => {
  let runtime: ScriptedRuntime;
  let connection: RpcConnection;
  let signal: AbortSignal;

  beforeEach(async () => {
    signal = new AbortController().signal;
    runtime = new ScriptedRuntime().serve(RuntimeService, {
      version: () => CONTAINERD_VERSION,
      listContainers: () => ({ containers: [{ id: 'a' }, { id: 'b' }] }),
      containerStatus: () => {
        throw new Refusal('NOT_FOUND', 'no such \x1b[31mcontainer');
      },
    });
    await runtime.start();
    connection = connectRuntime({ endpoint: runtime.path });
  });

  afterEach(async () => {
    await connection.close();
    await runtime.close();
  });

  const list = (options: { signal?: AbortSignal; deadlineMs?: number } = {}) =>
    connection.rpc.call(listContainers, {}, { signal, ...options });

  it('basic', async () => {
    const answer = await list();
    expect(answer.containers.map((row) => row.id)).toEqual(['a', 'b']);
  });

  it('empty', async () => {
    runtime.serve(RuntimeService, { listContainers: () => ({}) });
    expect((await list()).containers).toEqual([]);
  });

  it('not found', async () => {
    const asked = connection.rpc.call(containerStatus, { containerId: 'x' }, { signal });
    const error = await asked.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CriError);
    expect(error).toMatchObject({
      rpc: 'ContainerStatus',
      grpcCode: 'NOT_FOUND',
      details: 'no such container',
      isNotFound: true,
    });
  });

  it('unavailable', async () => {
    await list();
    runtime.stop();
    await expect(list()).rejects.toMatchObject({ isUnavailable: true });
  });

  it('deadline', async () => {
    runtime.serve(RuntimeService, { listContainers: (_, call) => never(call) });
    await expect(list({ deadlineMs: 50 })).rejects.toMatchObject({
      isDeadline: true,
      details: 'no answer within 50 ms',
    });
    await expect.poll(() => runtime.cancelled).toContain('ListContainers');
    expect(connection.health().callsInFlight).toBe(0);
  });

  it('client cancel', async () => {
    runtime.serve(RuntimeService, { listContainers: (_, call) => never(call) });
    const controller = new AbortController();
    const asked = list({ signal: controller.signal });
    await expect.poll(() => runtime.count('ListContainers')).toBe(1);
    expect(connection.health().callsInFlight).toBe(1);
    controller.abort(new Error('changed my mind'));
    await expect(asked).rejects.toThrow('changed my mind');
    await expect.poll(() => runtime.cancelled).toEqual(['ListContainers']);
    expect(connection.health().callsInFlight).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('already aborted', async () => {
    await expect(list({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
    expect(runtime.count('ListContainers')).toBe(0);
  });

  it('server restart', async () => {
    await list();
    runtime.stop();
    await expect.poll(() => connection.health().state).toBe('down');
    await runtime.start();
    await expect.poll(() => connection.health().state).toBe('ok');
    expect((await list()).containers).toHaveLength(2);
  });
});
