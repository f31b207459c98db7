import { mkdir, open, writeFile } from 'node:fs/promises';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LabProcesses } from './lab-processes.ts';
import { slowRegistry } from './slow-registry.ts';
import { waitUntil } from './wait-until.ts';

/** Host names in image references; certs.d of the lab leads each to a port of this machine. */
export const HOSTS = {
  good: 'registry.lab:5000',
  unauthorized: 'private.lab:5000',
  silent: 'silent.lab:5000',
  slow: 'slow.lab:5000',
  refused: 'down.lab:5000',
} as const;

/** Who may pull from the registry that wants credentials: all that the good one holds. */
export const LOGIN = { username: 'lab-robot', password: 'lab-only-9f3c' } as const;

/** TCP port 1 has no listener on any machine we know: connections are refused at once. */
const REFUSED_URL = 'http://127.0.0.1:1';

export interface Registries {
  /** The good registry's own address, for pushing. */
  readonly url: string;
  /** Host as in an image reference → address that serves it. */
  readonly byHost: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts the good registry (a real one) and one small server for each way a registry can misbehave. */
export async function startRegistries(
  dir: string,
  processes: LabProcesses,
  signal: AbortSignal,
): Promise<Registries> {
  const url = await startGoodRegistry(dir, processes, signal);
  const servers: Server[] = [];
  const serve = async (
    answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  ) => {
    const server = createServer((request, response) =>
      answer(request.url ?? '', response, request),
    );
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const byHost = {
    [HOSTS.good]: url,
    [HOSTS.unauthorized]: await serve(wantCredentials(url)),
    [HOSTS.silent]: await serve(() => undefined),
    [HOSTS.slow]: await serve(slowRegistry(HOSTS.slow)),
    [HOSTS.refused]: REFUSED_URL,
  };
  return {
    url,
    byHost,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function startGoodRegistry(dir: string, processes: LabProcesses, signal: AbortSignal) {
  const home = join(dir, 'registry');
  await mkdir(home, { recursive: true });
  const config = join(home, 'config.yml');
  await writeFile(
    config,
    [
      'version: 0.1',
      'log: {level: info, formatter: json}',
      `storage: {filesystem: {rootdirectory: ${home}}}`,
      'http: {addr: "127.0.0.1:0"}',
      '',
    ].join('\n'),
  );
  const logPath = join(home, 'registry.log');
  const log = await open(logPath, 'a+');
  processes.start('registry', '/usr/bin/docker-registry', ['serve', config], { output: log.fd });
  try {
    return await waitUntil('the registry listens', { signal, timeoutMs: 15_000 }, async () => {
      const text = (
        await log.read({ buffer: Buffer.alloc(65_536), position: 0 })
      ).buffer.toString();
      const port = /listening on 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      return port === undefined ? null : `http://127.0.0.1:${port}`;
    });
  } finally {
    await log.close();
  }
}

/** Hands the good registry's answers to whoever logs in. */
function wantCredentials(goodUrl: string) {
  const login = Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64');
  return (path: string, response: ServerResponse, asked: IncomingMessage): void => {
    if (asked.headers.authorization !== `Basic ${login}`) {
      refuseCredentials(response);
      return;
    }
    const { authorization: _, host: __, ...headers } = asked.headers;
    const options = { method: asked.method ?? 'GET', headers };
    const onward = ask(`${goodUrl}${path}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end();
  };
}

function refuseCredentials(response: ServerResponse): void {
  response.writeHead(401, {
    'content-type': 'application/json',
    'www-authenticate': 'Basic realm="lab"',
  });
  response.end('{"errors":[{"code":"UNAUTHORIZED","message":"authentication required"}]}');
}
