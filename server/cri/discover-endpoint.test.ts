import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverEndpoint, type EndpointSources } from './discover-endpoint.ts';
import { RuntimeService } from './generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION, CRIO_VERSION } from './testing/fixtures.ts';
import { ScriptedRuntime } from './testing/scripted-runtime.ts';

const CONTAINERD = '/run/containerd/containerd.sock';
const CRIO = '/var/run/crio/crio.sock';

describe('discoverEndpoint', () => {
  let hostRoot: string;
  let runtimes: ScriptedRuntime[] = [];
  let silent: Server[] = [];
  const { signal } = new AbortController();

  beforeEach(() => {
    hostRoot = mkdtempSync(join(tmpdir(), 'node-'));
    runtimes = [];
    silent = [];
  });

  afterEach(async () => {
    for (const runtime of runtimes) await runtime.close();
    for (const server of silent) server.close();
    rmSync(hostRoot, { recursive: true, force: true });
  });

  async function run(path: string, version: typeof CONTAINERD_VERSION) {
    const file = join(hostRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    const runtime = new ScriptedRuntime(file).serve(RuntimeService, { version: () => version });
    runtimes.push(await runtime.start());
  }

  /** Something that accepts and never says a word, as a stopped daemon does. */
  async function hang(path: string) {
    const file = join(hostRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    const server = createServer();
    silent.push(server);
    await new Promise<void>((resolve) => server.listen(file, resolve));
  }

  const discover = (sources: Partial<EndpointSources> = {}) =>
    discoverEndpoint(
      { flag: null, env: null, kubelet: null, crictl: null, hostRoot, ...sources },
      signal,
    );

  it('the flag wins, as it is given', async () => {
    const choice = await discover({ flag: '/tmp/own.sock', env: 'unix:///tmp/other.sock' });
    expect(choice).toEqual({
      endpoint: 'unix:///tmp/own.sock',
      reason: '--runtime-endpoint names it.',
      warning: null,
      tried: [],
    });
  });

  it('the flag may name the node’s path', async () => {
    await run(CONTAINERD, CONTAINERD_VERSION);
    const choice = await discover({ flag: CONTAINERD });
    expect(choice.endpoint).toBe(`unix://${hostRoot}${CONTAINERD}`);
  });

  it('refuses a flag that is no unix socket', async () => {
    await expect(discover({ flag: 'tcp://127.0.0.1:1' })).rejects.toThrow(
      '--runtime-endpoint tcp://127.0.0.1:1 is not a unix socket',
    );
  });

  it('the environment comes before kubelet, and kubelet’s other choice is told', async () => {
    const kubelet = { endpoint: `unix://${CRIO}`, where: '/var/lib/kubelet/config.yaml' };
    const choice = await discover({ env: CONTAINERD, kubelet });
    expect(choice.reason).toBe('CRI_TRIAGE_RUNTIME_ENDPOINT names it.');
    expect(choice.warning).toContain(`kubelet uses another runtime socket, ${CRIO}`);
    expect(choice.warning).toContain('/var/lib/kubelet/config.yaml');
  });

  it('the same socket under another name is no other choice', async () => {
    const kubelet = { endpoint: 'unix:///run/crio/crio.sock', where: 'flag' };
    expect((await discover({ flag: CRIO, kubelet })).warning).toBeNull();
  });

  it('kubelet’s configuration comes next', async () => {
    const kubelet = { endpoint: `unix://${CRIO}`, where: 'kubelet --container-runtime-endpoint' };
    const choice = await discover({ kubelet });
    expect(choice.endpoint).toBe(`unix://${hostRoot}${CRIO}`);
    expect(choice.reason).toBe('kubelet uses it (kubelet --container-runtime-endpoint).');
  });

  it('asks the known sockets and takes the only one that answers', async () => {
    await run(CRIO, CRIO_VERSION);
    const choice = await discover();
    expect(choice.endpoint).toBe(`unix://${hostRoot}${CRIO}`);
    expect(choice.reason).toBe('It is the only known socket that answers.');
    expect(choice.tried).toHaveLength(6);
    expect(choice.tried[1]?.result).toBe('cri-o 1.37.0 answers.');
    expect(choice.tried[0]?.result).toContain('There is no socket at');
  });

  it('of two that answer takes the first and names the other', async () => {
    await run(CONTAINERD, CONTAINERD_VERSION);
    await run(CRIO, CRIO_VERSION);
    const choice = await discover();
    expect(choice.endpoint).toBe(`unix://${hostRoot}${CONTAINERD}`);
    expect(choice.reason).toContain(`cri-o at ${hostRoot}${CRIO} answers too`);
  });

  it('crictl’s file comes before the other known sockets', async () => {
    await run(CONTAINERD, CONTAINERD_VERSION);
    await run(CRIO, CRIO_VERSION);
    const crictl = { endpoint: `unix://${CRIO}`, where: '/etc/crictl.yaml' };
    const choice = await discover({ crictl });
    expect(choice.endpoint).toBe(`unix://${hostRoot}${CRIO}`);
    expect(choice.reason).toContain('/etc/crictl.yaml names it');
    expect(choice.tried).toHaveLength(6);
  });

  it('a socket in crictl’s file that does not answer gives way to one that does', async () => {
    await run(CRIO, CRIO_VERSION);
    const crictl = { endpoint: 'unix:///run/stale.sock', where: '/etc/crictl.yaml' };
    expect((await discover({ crictl })).endpoint).toBe(`unix://${hostRoot}${CRIO}`);
  });

  it('waits for a socket that is there and hangs', async () => {
    await hang(CRIO);
    const choice = await discover();
    expect(choice.endpoint).toBe(`unix://${hostRoot}${CRIO}`);
    expect(choice.reason).toBe('No known socket answers; this one is waited for.');
    expect(choice.tried[1]?.result).toContain('did not answer Version within 1000 ms');
  });

  it('names containerd’s socket where there is none at all', async () => {
    expect((await discover()).endpoint).toBe(`unix://${hostRoot}${CONTAINERD}`);
  });
});
