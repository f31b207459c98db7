import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askPort } from './ask-ports.ts';

const open: { server: Server; sockets: Socket[] }[] = [];
const { signal } = new AbortController();

async function listen(server: Server): Promise<number> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function end(): Promise<void> {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
}

afterEach(end);

const ask = (port: number, scheme = 'http') =>
  askPort(new URL(`${scheme}://127.0.0.1:${port}/healthz`), signal);

describe('a port of kubelet', () => {
  it.each([200, 401, 403, 500])('is alive with any status: %i', async (status) => {
    const port = await listen(createHttp((_, response) => response.writeHead(status).end()));
    expect(await ask(port)).toMatchObject({
      result: 'answered',
      words: `127.0.0.1:${port}/healthz answers (${status})`,
    });
  });

  it('is alive when it speaks another protocol than was tried', async () => {
    const port = await listen(createHttp((_, response) => response.end('ok')));
    expect(await ask(port, 'https')).toMatchObject({ result: 'answered' });
  });

  it('is alive when it breaks the connection off', async () => {
    const port = await listen(createServer((socket) => socket.destroy()));
    expect(await ask(port)).toMatchObject({ result: 'answered' });
  });

  it('is silent when it takes the connection and says nothing', async () => {
    const port = await listen(createServer());
    expect(await ask(port)).toMatchObject({ result: 'silent' });
  });

  it('is refused when nothing listens', async () => {
    const port = await listen(createServer());
    await end();
    expect(await ask(port)).toMatchObject({ result: 'refused' });
  });
});
