import type { IncomingMessage, Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller, Gate } from '../access/gate.ts';
import { parseRequestUrl, type RequestUrl } from '../access/request-url.ts';

export interface Upgrade {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly url: RequestUrl;
  /** Who asks; the path may demand more than a login. */
  readonly caller: Caller;
}

/** Takes the upgrades of the paths it knows; false: not one of them; a number: the status it is refused with. */
export type UpgradeTaker = (upgrade: Upgrade) => boolean | number;

export interface UpgradeParts {
  readonly gate: Gate;
  readonly basePath: string;
  readonly takers: readonly UpgradeTaker[];
}

/**
 * The one upgrade listener. An upgrade is a GET that middleware for changes never sees, and a browser sends cookies
 * along with it from any page: so host, then Origin, then login, and only then the path. All else is refused in plain
 * HTTP and closed.
 */
export function listenForUpgrades(server: Server, parts: UpgradeParts): void {
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A reset while we refuse is the client's business.
    socket.on('error', () => socket.destroy());
    const judged = judge(parts, message);
    if (typeof judged === 'number') {
      refuse(socket, judged);
      return;
    }
    for (const take of parts.takers) {
      const taken = take({ message, socket, head, ...judged });
      if (taken === false) continue;
      if (taken !== true) refuse(socket, taken);
      return;
    }
    refuse(socket, 404);
  });
}

function judge(
  parts: UpgradeParts,
  message: IncomingMessage,
): { readonly url: RequestUrl; readonly caller: Caller } | number {
  const own = parts.gate.ownOrigin(message.headers);
  if (own === null) return 421;
  const caller = parts.gate.authorise(message, own, { role: 'viewer', needsOrigin: 'exact' });
  if (typeof caller === 'string')
    return caller === 'unauthorized' || caller === 'wrong-token' ? 401 : 403;
  const url = parseRequestUrl(message.url ?? '/', parts.basePath);
  if (typeof url !== 'string') return { url, caller };
  return url === 'odd' ? 400 : 404;
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
