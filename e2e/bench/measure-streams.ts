import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { apiPaths } from '../../server/contract/paths.ts';
import type { Ticket } from '../../server/contract/ticket.ts';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { createSimClient } from '../sim/testing/sim-client.ts';
import { startDashboard } from './dashboard-process.ts';
import { startNode } from './simulated-node.ts';

/** Keystrokes of a round, and rounds of both ways in turn: what else the machine does then hits both alike. */
const KEYS = 150;
const ROUNDS = 4;
/** Beyond this a keystroke's echo is lost. */
const ECHO_LIMIT_MS = 5_000;
const THROUGHPUT_MS = 3_000;
const PAUSED_MS = 4_000;
const CHANNEL = { stdin: 0, stdout: 1 } as const;

export interface StreamTarget {
  readonly containerId: string;
  /** The runtime's own address for a command, by CRI. */
  execUrl(command: readonly string[], tty: boolean): Promise<string>;
  readonly dashboard: {
    readonly origin: string;
    readonly token: string;
    rssBytes(): number;
  };
}

export interface StreamTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly megabytesPerSecond: number;
}

export interface StreamFigures {
  readonly direct: StreamTimes;
  readonly proxied: StreamTimes;
  readonly rssBeforeBytes: number;
  /** While a fast program runs and its reader takes nothing. */
  readonly rssPausedBytes: number;
}

/** A node whose judgement costs little: a terminal's own times are measured, not those of 500 pods beside it. */
const PODS = 10;

/** As measureStreams, on a small simulated node of its own. */
export async function measureSimulatedStreams(): Promise<StreamFigures> {
  const node = await startNode(PODS, PODS);
  const client = createSimClient(node.endpoint);
  const dashboard = await startDashboard([...node.flags, '--allow', 'exec']);
  try {
    const { containers } = await client.call(RuntimeService.method.listContainers);
    const containerId = containers[0]?.id ?? '';
    const execUrl = async (cmd: readonly string[], tty: boolean): Promise<string> => {
      const streams = { stdin: true, stdout: true, stderr: !tty };
      const request = { containerId, cmd: [...cmd], tty, ...streams };
      return (await client.call(RuntimeService.method.exec, request)).url;
    };
    return await measureStreams({ containerId, execUrl, dashboard });
  } finally {
    await dashboard.close();
    client.close();
    await node.close();
  }
}

/** Echo and throughput of a terminal, straight from the runtime and by way of the product, in one run. */
export async function measureStreams(target: StreamTarget): Promise<StreamFigures> {
  const direct = (command: readonly string[], tty: boolean) => openDirect(target, command, tty);
  const proxied = (command: readonly string[], tty: boolean) => openProxied(target, command, tty);
  const echoes: Record<'direct' | 'proxied', number[]> = { direct: [], proxied: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [ours, theirs] = [await echo(proxied), await echo(direct)];
    // In the first round both warm up.
    if (round === 0) continue;
    echoes.proxied.push(...ours);
    echoes.direct.push(...theirs);
  }
  const times = {
    direct: { ...toTimes(echoes.direct), ...(await throughput(direct)) },
    proxied: { ...toTimes(echoes.proxied), ...(await throughput(proxied)) },
  };
  const rssBeforeBytes = target.dashboard.rssBytes();
  const socket = await proxied(['yes'], true);
  socket.pause();
  await sleep(PAUSED_MS);
  const rssPausedBytes = target.dashboard.rssBytes();
  socket.resume();
  await end(socket);
  return { ...times, rssBeforeBytes, rssPausedBytes };
}

type Open = (command: readonly string[], tty: boolean) => Promise<WebSocket>;

function toTimes(timesMs: readonly number[]): { readonly p50Ms: number; readonly p95Ms: number } {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

async function echo(open: Open): Promise<readonly number[]> {
  const socket = await open(['sh'], true);
  const timesMs: number[] = [];
  const key = Buffer.from([CHANNEL.stdin, 0x61]);
  // The shell's greeting is no echo.
  await sleep(500);
  for (let count = 0; count < KEYS; count += 1) {
    const startedAtMs = performance.now();
    const echoed = output(socket);
    socket.send(key);
    await echoed;
    timesMs.push(performance.now() - startedAtMs);
  }
  await end(socket);
  return timesMs;
}

/** The next output; rejects when none comes. */
async function output(socket: WebSocket): Promise<void> {
  const signal = AbortSignal.timeout(ECHO_LIMIT_MS);
  for (;;) {
    const [message] = (await once(socket, 'message', { signal })) as [Buffer];
    if (message[0] === CHANNEL.stdout && message.length > 1) return;
  }
}

async function throughput(open: Open): Promise<{ readonly megabytesPerSecond: number }> {
  const socket = await open(['sh', '-c', 'yes'], false);
  let bytes = 0;
  socket.on('message', (message: Buffer) => {
    bytes += message.length;
  });
  const startedAtMs = performance.now();
  await sleep(THROUGHPUT_MS);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const megabytesPerSecond = bytes / 1_000_000 / seconds;
  await end(socket);
  return { megabytesPerSecond };
}

async function openDirect(
  { execUrl }: StreamTarget,
  command: readonly string[],
  tty: boolean,
): Promise<WebSocket> {
  const url = await execUrl(command, tty);
  const socket = new WebSocket(url.replace(/^http/, 'ws'), 'v4.channel.k8s.io', {
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  return socket;
}

async function openProxied(
  { dashboard, containerId }: StreamTarget,
  command: readonly string[],
  tty: boolean,
): Promise<WebSocket> {
  const { origin, token } = dashboard;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}${apiPaths.tickets()}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'exec', containerId, command, tty }),
  });
  const { url } = (await response.json()) as Ticket;
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${url}`, {
    headers,
    perMessageDeflate: false,
  });
  await once(socket, 'message');
  return socket;
}

async function end(socket: WebSocket): Promise<void> {
  const closed = once(socket, 'close');
  socket.terminate();
  await closed;
}
