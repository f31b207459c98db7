import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way between browser and server that can go away, as a network does. */
export interface Relay {
  readonly origin: string;
  /** Every connection breaks, and none comes about any more. */
  cut(): void;
  mend(): void;
  /** Packets are lost and sent again later: connections stay, and carry nothing for now. */
  hold(): void;
  /** Connections are dead, and nobody tells; new ones come about, and are dead too. */
  silence(): void;
  close(): Promise<void>;
}

/** Opens a relay to a port of this machine. */
export async function openRelay(toPort: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  /** Those of before a silence: what they lost is lost. */
  const dead = new WeakSet<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    if (state === 'silent') dead.add(socket);
    socket.setNoDelay(true);
    // What broke is told by its close.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const join = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (!dead.has(from)) to.write(bytes);
    });
    from.on('close', () => {
      if (!dead.has(from)) to.destroy();
    });
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(toPort, '127.0.0.1');
    keep(far);
    join(near, far);
    join(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    cut() {
      state = 'cut';
      breakAll();
    },
    mend() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    hold() {
      for (const socket of sockets) socket.pause();
    },
    silence() {
      state = 'silent';
      for (const socket of sockets) dead.add(socket);
    },
    async close() {
      state = 'cut';
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
  };
}
