import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createGate } from '../../../server/access/gate.ts';
import { createLoginThrottle } from '../../../server/access/login-throttle.ts';
import { API_ROOT } from '../../../server/contract/paths.ts';
import type { AllowKind } from '../../../server/contract/stream-words.ts';
import type { Ticket } from '../../../server/contract/ticket.ts';
import { connectRuntime } from '../../../server/cri/connect.ts';
import { createCri } from '../../../server/cri/create-cri.ts';
import { StartedProcesses } from '../../../server/host/started-processes.ts';
import { createHandler } from '../../../server/http/create-handler.ts';
import { createHttpServer } from '../../../server/http/http-server.ts';
import { createRoutes } from '../../../server/http/routes.ts';
import type { Runtime } from '../../../server/runtime.ts';
import { createStreams, type Streams } from '../../../server/streams/create-streams.ts';
import { FORGETFUL } from '../../../server/streams/start-keeper.ts';
import type { StreamsParts } from '../../../server/streams/streams-parts.ts';
import { listenForUpgrades } from '../../../server/streams/upgrade.ts';
import type { Sim } from '../sim.ts';
import { StreamClient } from './stream-client.ts';

export const ROLE_TOKENS = {
  admin: 'admin-token-1',
  operator: 'operator-token-1',
  viewer: 'viewer-token-1',
} as const;
type RoleName = keyof typeof ROLE_TOKENS;

export interface StreamServerOptions
  extends Partial<Pick<StreamsParts, 'limits' | 'resumeMs' | 'keeper'>> {
  readonly allow?: readonly AllowKind[];
  readonly node?: Partial<StreamsParts['node']>;
  readonly runtime?: Partial<Runtime>;
  /** The product's own wiring in place of the streams alone. */
  readonly make?: (parts: Pick<StreamsParts, 'gate' | 'log'>) => Streams;
}

export interface StreamServer {
  readonly port: number;
  readonly streams: Streams;
  /** What the log was told, one object a line. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  post(path: string, body: unknown, as?: RoleName): Promise<{ status: number; body: unknown }>;
  /** A ticket for this request; throws unless it is given. */
  ticket(request: unknown, as?: RoleName): Promise<Ticket>;
  /** Connects with a ticket's address, and the Origin of our own page unless told. */
  connect(
    url: string,
    how?: { readonly as?: RoleName | null; readonly headers?: Readonly<Record<string, string>> },
  ): WebSocket;
  connectClient(url: string, as?: RoleName, keepChars?: number): StreamClient;
  open(request: unknown, keepChars?: number): Promise<StreamClient>;
  close(): Promise<void>;
}

const ALL: readonly AllowKind[] = ['exec', 'attach', 'port-forward'];

/** The product's own streams, routes and gate on a simulated node, without pages and judgement. */
export async function streamServerForTest(
  sim: Pick<Sim, 'endpoint' | 'hostRoot'>,
  options: StreamServerOptions = {},
): Promise<StreamServer> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const connection = connectRuntime({ endpoint: sim.endpoint });
  const gate = createGate({
    tokens: Object.entries(ROLE_TOKENS).map(([role, token]) => ({
      role: role as RoleName,
      name: role,
      token,
    })),
    allowHosts: [],
    isTls: false,
    basePath: '',
    cookieScope: 'node-1:0',
    allow: options.allow ?? ALL,
  });
  const { limits, resumeMs } = options;
  const streams =
    options.make?.({ gate, log }) ??
    createStreams({
      gate,
      log,
      keeper: options.keeper ?? FORGETFUL,
      node: {
        cri: createCri(connection.rpc),
        processes: new StartedProcesses({ hostRoot: sim.hostRoot }),
        isInNodeNetwork: () => true,
        logsOf: async () => null,
        namesOf: async () => ({ namespace: 'shop', pod: 'web-0', container: 'app' }),
        ...options.node,
      },
      ...(limits === undefined ? {} : { limits }),
      ...(resumeMs === undefined ? {} : { resumeMs }),
    });
  const stopping = new AbortController();
  const handler = createHandler({
    gate,
    throttle: createLoginThrottle(1),
    runtime: { isReady: () => true, ...options.runtime } as Runtime,
    routes: createRoutes({ touch: streams.touch }),
    log,
    pages: { answer: async ({ response }) => void response.end('page') },
    basePath: '',
    stopping: stopping.signal,
  });
  const http = createHttpServer(handler, null);
  listenForUpgrades(http, { gate, basePath: '', takers: [streams.taker] });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      await streams.close();
      stopping.abort();
      http.close();
      http.closeAllConnections();
      await connection.close();
    })();
    return closing;
  };
  onTestFinished(close);
  return createServer({ port, streams, lines, close });
}

function createServer(
  parts: Pick<StreamServer, 'port' | 'streams' | 'lines' | 'close'>,
): StreamServer {
  const { port } = parts;
  const server: StreamServer = {
    ...parts,
    async post(path, body, as = 'operator') {
      const response = await fetch(`http://127.0.0.1:${port}${API_ROOT}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ROLE_TOKENS[as]}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
    async ticket(request, as) {
      const { status, body } = await server.post('/tickets', request, as);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body as Ticket;
    },
    connect: (url, how = {}) =>
      new WebSocket(`ws://127.0.0.1:${port}${url}`, {
        headers: {
          ...(how.as === null
            ? {}
            : { authorization: `Bearer ${ROLE_TOKENS[how.as ?? 'operator']}` }),
          origin: `http://127.0.0.1:${port}`,
          ...how.headers,
        },
      }),
    connectClient: (url, as, keepChars) =>
      new StreamClient(server.connect(url, as === undefined ? {} : { as }), keepChars),
    async open(request, keepChars) {
      const { url } = await server.ticket(request);
      return new StreamClient(server.connect(url), keepChars);
    },
  };
  return server;
}

/** The status that an upgrade is refused with; 101 when it is not. */
export async function upgradeStatus(socket: WebSocket): Promise<number> {
  // A refusal is told twice.
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
  });
}
