import type { WebSocket } from 'ws';
import type { Caller, Gate } from '../access/gate.ts';
import { ClientSocket } from './client-socket.ts';
import { StreamFailed, toEnd } from './stream-failed.ts';
import type { TerminalSession } from './terminal-session.ts';

/** A person's connection, and the session it is for once that is there. */
export interface Seat {
  readonly client: ClientSocket;
  sit(session: TerminalSession): void;
}

/** Takes a connection; `opening` is aborted when it ends before there is a session. */
export function createSeat(
  asked: {
    readonly caller: Caller;
    readonly socket: WebSocket;
    readonly opening?: AbortController;
  },
  gate: Gate,
): Seat {
  let session: TerminalSession | null = null;
  const client: ClientSocket = new ClientSocket(asked.socket, {
    onFrame: (channel, payload) => session?.onClientFrame(client, channel, payload),
    onGone: (isFarewell) => {
      session?.onClientGone(client, isFarewell);
      asked.opening?.abort(new StreamFailed('closed-by-you', null));
    },
    onHeartbeat: () => {
      if (!gate.isAlive(asked.caller)) void session?.end('logged-out');
    },
    onSent: () => session?.onClientSent(),
  });
  return {
    client,
    sit: (at) => {
      session = at;
    },
  };
}

/** Tells why there is no session, and closes. */
export function turnAway({ client }: Seat, { ending }: StreamFailed): void {
  client.tell(toEnd(ending, null, null));
  client.close();
}
