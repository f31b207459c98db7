import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { apiPaths } from '../contract/paths.ts';
import { askServer } from './api.ts';
import type { ForwardArguments, PortPair } from './forward-arguments.ts';
import { forwardConnection } from './forward-connection.ts';

export interface ForwardedPort {
  readonly localPort: number;
  close(): Promise<void>;
}

/** Listens on a local port; each connection gets a ticket and a stream of its own. */
export async function forwardPort(
  asked: ForwardArguments,
  { localPort, podPort }: PortPair,
  tell: (line: string) => void,
): Promise<ForwardedPort> {
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (local) => {
    open.add(local);
    local.on('close', () => open.delete(local));
    local.on('end', () => undefined);
    void serve(asked, local, podPort).then((words) => {
      if (words !== null) tell(`${podPort}: ${words}`);
      local.destroySoon();
    });
  });
  server.listen(localPort, asked.listen);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    localPort: port,
    async close() {
      for (const local of open) local.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(asked: ForwardArguments, local: Socket, port: number): Promise<string | null> {
  try {
    // For each anew: a pod that was replaced has another sandbox.
    const podSandboxId = await findSandbox(asked);
    const request = { kind: 'port-forward', podSandboxId, port };
    const { url } = toTicket(await askServer(asked, apiPaths.tickets(), request));
    const stream = new WebSocket(`${asked.server.replace(/^http/, 'ws')}${url}`, {
      headers: { authorization: `Bearer ${asked.token}` },
      perMessageDeflate: false,
      ...(asked.ca === null ? {} : { ca: asked.ca }),
    });
    await once(stream, 'open');
    return await forwardConnection(local, stream);
  } catch (error) {
    local.destroy();
    return error instanceof Error ? error.message : String(error);
  }
}

/** The sandbox of the pod that runs; rejects with words when there is none. */
export async function findSandbox(asked: ForwardArguments): Promise<string> {
  const pod = await askServer(asked, apiPaths.pod(asked.namespace, asked.pod), undefined);
  const told = typeof pod === 'object' && pod !== null && 'sandboxes' in pod ? pod.sandboxes : [];
  for (const sandbox of Array.isArray(told) ? told : []) {
    if (sandbox?.state === 'ready' && typeof sandbox.id === 'string') return sandbox.id;
  }
  throw new Error(`${asked.namespace}/${asked.pod} has no sandbox that runs`);
}

function toTicket(answer: unknown): { readonly url: string } {
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : null;
  if (typeof url !== 'string') throw new Error('the server gave no ticket');
  return { url };
}
