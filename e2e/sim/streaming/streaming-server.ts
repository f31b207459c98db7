import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** What waits at an address until somebody connects, once. */
export type StreamHandler = (socket: WebSocket) => void;

/** Subprotocols that runtimes take; to any other one they answer 403. */
const PROTOCOLS: ReadonlySet<string> = new Set([
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
  'channel.k8s.io',
  'base64.channel.k8s.io',
]);

/** The runtime's streaming server: addresses that work once, and WebSockets of an old protocol. */
export class StreamingServer {
  readonly #waiting = new Map<string, StreamHandler>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: (asked) => [...asked].find((one) => PROTOCOLS.has(one)) ?? false,
  });
  #server: Server | null = null;
  #port = 0;
  /** Where the addresses that are handed out lead; for tests of what is wrong with them. */
  advertised: string | null = null;

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const isKnown = this.#waiting.delete(request.url ?? '');
      response.writeHead(isKnown ? 400 : 404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(
        isKnown
          ? 'unable to upgrade: header X-Stream-Protocol-Version does not exist\n'
          : NOT_FOUND,
      );
    });
    server.on('upgrade', (request, socket: Duplex, head) => this.#upgrade(request, socket, head));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Connections break, as when a runtime ends. */
  stop(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = null;
    this.#waiting.clear();
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.clients.size;
  }

  /** An address for one connection. */
  offer(kind: 'exec' | 'attach' | 'portforward', handler: StreamHandler): string {
    const path = `/${kind}/${randomBytes(6).toString('base64url')}`;
    this.#waiting.set(path, handler);
    return `${this.advertised ?? `http://127.0.0.1:${this.#port}`}${path}`;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = request.url?.split('?')[0] ?? '';
    const handler = this.#waiting.get(path);
    const asked = (request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/).filter(Boolean);
    this.#waiting.delete(path);
    if (handler === undefined) {
      socket.end(
        `HTTP/1.1 404 Not Found\r\nContent-Length: ${NOT_FOUND.length}\r\n\r\n${NOT_FOUND}`,
      );
      return;
    }
    if (asked.length > 0 && !asked.some((one) => PROTOCOLS.has(one))) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      // What broke is told by its close.
      client.on('error', () => undefined);
      handler(client);
    });
  }
}

const NOT_FOUND = '404 page not found\n';
