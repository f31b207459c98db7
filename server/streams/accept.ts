import type { WebSocket } from 'ws';
import type { Caller, Gate } from '../access/gate.ts';
import { STREAM_KINDS, type StreamKind, switchOf, type TicketRequest } from '../contract/ticket.ts';
import { loadWs } from './load-ws.ts';
import type { TicketStore } from './ticket-store.ts';
import type { Upgrade, UpgradeTaker } from './upgrade.ts';

/** 1 MiB: what a person pastes at once. */
const MAX_FRAME_BYTES = 1024 * 1024;

export interface AcceptParts {
  readonly gate: Gate;
  readonly tickets: TicketStore;
  /** The kind of stream a request is for; null when there is no such session. */
  kindOf(caller: Caller, request: TicketRequest): StreamKind | null;
  take(caller: Caller, request: TicketRequest, socket: WebSocket): void;
}

/**
 * Takes upgrades of /ws/{kind}: login and Origin were judged before, here the ticket is, and once more the switch and the
 * role. What is refused stays plain HTTP, and nothing of it reaches a stream.
 */
export function createAcceptor(parts: AcceptParts): {
  readonly taker: UpgradeTaker;
  close(): void;
} {
  let isClosed = false;
  const taker: UpgradeTaker = (upgrade) => {
    const word = /^\/ws\/([^/]+)$/.exec(upgrade.url.path)?.[1];
    if (word === undefined) return false;
    const kind = STREAM_KINDS.find((known) => known === word);
    if (kind === undefined) return 404;
    if (isClosed) return 503;
    const { caller } = upgrade;
    const request = parts.tickets.redeem(caller, upgrade.url.query.get('ticket') ?? '');
    if (request === null || parts.kindOf(caller, request) !== kind) return 403;
    const feature = switchOf(kind);
    if (feature !== null && parts.gate.refusalOf(caller, feature) !== null) return 403;
    void accept(upgrade).then((socket) => {
      if (isClosed) socket.terminate();
      else parts.take(caller, request, socket);
    });
    return true;
  };
  return {
    taker,
    close: () => {
      isClosed = true;
    },
  };
}

/** Completes the handshake. A request that is none is answered by the library, and never resolves. */
async function accept({ message, socket, head }: Upgrade): Promise<WebSocket> {
  const { WebSocketServer } = await loadWs();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    skipUTF8Validation: true,
  });
  return new Promise((resolve) => {
    server.handleUpgrade(message, socket, head, resolve);
  });
}
