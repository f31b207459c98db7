import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createGate, type GateOptions } from '../../access/gate.ts';
import { createLoginThrottle } from '../../access/login-throttle.ts';
import type { LiveChange } from '../../contract/live.ts';
import type { PodRow } from '../../contract/pod.ts';
import type { Runtime } from '../../runtime.ts';
import { listenForUpgrades } from '../../streams/upgrade.ts';
import { createHandler, type HandlerParts } from '../create-handler.ts';
import { createHttpServer } from '../http-server.ts';
import { createRoutes } from '../routes.ts';
import { AS_OF, sampleDetail, sampleExplanation, sampleImages, sampleNode } from './samples.ts';

export const TOKENS = [
  { role: 'admin', name: 'ada', token: 'admin-token-1' },
  { role: 'viewer', name: 'vic', token: 'viewer-token-1' },
] as const;

export interface TestOptions {
  readonly rows?: readonly PodRow[];
  readonly runtime?: Partial<Runtime>;
  readonly gate?: Partial<GateOptions>;
  readonly parts?: Partial<HandlerParts>;
  readonly heartbeatMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** As whom; a bearer token. */
  readonly token?: string;
}

export interface TestServer {
  readonly port: number;
  readonly http: Server;
  readonly stopping: AbortController;
  ask(path: string, options?: Ask): Promise<Answer>;
  /** The answer as soon as its headers are there. */
  open(path: string, options?: Ask): Promise<IncomingMessage>;
  /** The Cookie header of a fresh login. */
  logIn(token?: string): Promise<string>;
  close(): Promise<void>;
}

/** A Runtime of plain objects. */
export function fakeRuntime(rows: readonly PodRow[], over: Partial<Runtime> = {}): Runtime {
  return {
    nodeName: () => 'node-1',
    nowMs: Date.now,
    isReady: () => true,
    node: async () => sampleNode(),
    pods: async () => ({ asOf: AS_OF, stale: false, pods: rows }),
    pod: async (ref) => {
      const row = rows.find((one) => one.namespace === ref.namespace && one.name === ref.name);
      return row === undefined || (ref.uid !== null && ref.uid !== row.uid)
        ? null
        : sampleDetail(row);
    },
    findings: async () => ({ asOf: AS_OF, stale: false, findings: [] }),
    calls: async () => ({ asOf: AS_OF, calls: [], nextCursor: null, total: 0, gaps: [] }),
    images: async () => sampleImages(),
    stats: async () => ({ asOf: AS_OF, everySeconds: 5, containers: [], pods: [], gaps: [] }),
    containerStats: async () => null,
    report: async () => null,
    capture: async () => [],
    containerLogs: async () => null,
    explain: (text) => sampleExplanation(text),
    live: () => noChanges(),
    close: async () => undefined,
    ...over,
  };
}

async function* noChanges(): AsyncGenerator<LiveChange, void, void> {
  // A stream without a single change.
}

/** A real HTTP server on a free port, with a Runtime of plain objects behind it. */
export async function startTestServer(options: TestOptions = {}): Promise<TestServer> {
  const basePath = options.gate?.basePath ?? '';
  const gate = createGate({
    tokens: TOKENS,
    allowHosts: [],
    isTls: false,
    basePath,
    cookieScope: 'node-1:0',
    ...options.gate,
  });
  const stopping = new AbortController();
  const handler = createHandler({
    gate,
    throttle: createLoginThrottle(1),
    runtime: fakeRuntime(options.rows ?? [], options.runtime),
    routes: createRoutes(
      options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs },
    ),
    log: pino({ level: 'silent' }),
    pages: { answer: async ({ response }) => void response.end('page') },
    basePath,
    stopping: stopping.signal,
    ...options.parts,
  });
  const http = createHttpServer(handler, null);
  listenForUpgrades(http, { gate, basePath, takers: [] });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const open = (path: string, ask: Ask = {}): Promise<IncomingMessage> =>
    openRequest(port, path, ask);
  return {
    port,
    http,
    stopping,
    open,
    async ask(path, ask) {
      return toAnswer(await open(path, ask));
    },
    async logIn(token = TOKENS[0].token) {
      const answer = await open(`${basePath}/login?token=${token}`);
      answer.resume();
      return String(answer.headers['set-cookie']).split(';')[0] ?? '';
    },
    async close() {
      stopping.abort();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

function openRequest(port: number, path: string, ask: Ask): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const bearer = ask.token === undefined ? {} : { authorization: `Bearer ${ask.token}` };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      method: ask.method ?? 'GET',
      headers: { host: `localhost:${port}`, ...bearer, ...ask.headers },
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', resolve);
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    outgoing.end(ask.body);
  });
}

async function toAnswer(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const body = message.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
  return { status: message.statusCode ?? 0, headers: message.headers, body: body.toString('utf8') };
}
