import { describe, expect, it } from 'vitest';
import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { DressName } from '../model/scenario.ts';
import type { Sim } from '../sim.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import { streamServerForTest } from '../testing/stream-server.ts';

const DRESSES: readonly DressName[] = ['containerd', 'crio'];

async function start(dress: DressName, scenario = 'healthy', options = {}) {
  const { sim, client } = await simForTest({ dress, scenarios: [scenario] });
  const { containers } = await client.call(RuntimeService.method.listContainers);
  const containerId = containers[0]?.id ?? '';
  return { sim, containerId, server: await streamServerForTest(sim, options) };
}

async function nothingRuns(sim: Sim): Promise<void> {
  await expect.poll(() => sim.control.execProcesses().length).toBe(0);
}

describe.each(DRESSES)('exec on %s', (dress) => {
  it('runs a shell that the image has, and ends with its exit code', async () => {
    const { sim, server, containerId } = await start(dress);
    const client = await server.open({ kind: 'exec', containerId });
    await client.untilOutput('/ # ');
    expect(client.opened).toMatchObject({ command: ['sh'], tty: true });
    client.resize(101, 33);
    client.type('stty size\r');
    await client.untilOutput('33 101\r\n');
    client.type('exit 3\r');
    expect(await client.untilEnd()).toMatchObject({ reason: 'exited', exitCode: 3 });
    await client.untilClosed();
    await nothingRuns(sim);
    await expect.poll(() => server.streams.count()).toBe(0);
  });

  it('keeps both outputs apart without a terminal', async () => {
    const { server, containerId } = await start(dress);
    const command = ['sh', '-c', 'echo out; echo err >&2; exit 4'];
    const client = await server.open({ kind: 'exec', containerId, command, tty: false });
    expect(await client.untilEnd()).toMatchObject({ reason: 'exited', exitCode: 4 });
    expect([client.stdout, client.stderr]).toEqual(['out\n', 'err\n']);
  });

  it('ends what runs when the person closes it', async () => {
    const { sim, server, containerId } = await start(dress);
    const client = await server.open({ kind: 'exec', containerId });
    await client.untilOutput('/ # ');
    client.control({ close: true });
    expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
    await nothingRuns(sim);
    await expect.poll(() => server.streams.count()).toBe(0);
  });

  it('says what cannot be ended', async () => {
    const { sim, server, containerId } = await start(dress);
    const command = ['sleep', '1000'];
    const client = await server.open({ kind: 'exec', containerId, command, tty: false });
    await client.untilOpened();
    await expect.poll(() => sim.control.execProcesses().length).toBe(1);
    client.control({ close: true });
    const { leftBehind } = await client.untilEnd();
    expect(leftBehind).toContain('Whether sleep has ended is not known');
  });

  it('tells that the container does not run', async () => {
    const { server, containerId } = await start(dress, 'job-done');
    const command = ['sh'];
    const client = await server.open({ kind: 'exec', containerId, command });
    expect(await client.untilEnd()).toMatchObject({ reason: 'container-gone', exitCode: null });
  });

  it('tells that a command is not in the image', async () => {
    const { server, containerId } = await start(dress);
    const client = await server.open({ kind: 'exec', containerId, command: ['zzz'], tty: false });
    const end = await client.untilEnd();
    // CRI-O starts it all the same: its words stand in the output, and the code is runc's.
    const exitCode = dress === 'crio' ? 255 : null;
    expect(end).toMatchObject({ reason: 'no-command', exitCode });
    expect(end.detail).toContain('executable file not found');
  });
});
