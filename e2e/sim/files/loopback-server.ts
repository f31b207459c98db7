import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of the simulated node. */
export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Lets a server listen on a loopback port, a free one unless told; close() cuts its connections too. */
export async function listenOnLoopback(server: Server, port = 0): Promise<LoopbackServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
