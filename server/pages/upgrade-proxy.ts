import { request } from 'node:http';
import type { Upgrade } from '../streams/upgrade.ts';

/** Passes hot-reload upgrades below /_next/ to the renderer; for development only. */
export function createUpgradeProxy(socketPath: string): (upgrade: Upgrade) => boolean {
  return ({ message, socket, head, url }) => {
    if (!url.path.startsWith('/_next/')) return false;
    const { cookie: _cookie, authorization: _authorization, ...headers } = message.headers;
    const outgoing = request({ socketPath, path: message.url ?? '/', headers });
    outgoing.on('error', () => socket.destroy());
    outgoing.on('response', () => socket.destroy());
    outgoing.on('upgrade', (answer, upstream, upstreamHead) => {
      const lines = Object.entries(answer.headers).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
      socket.write(upstreamHead);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    outgoing.end();
    return true;
  };
}
