import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CAPABILITY_HEADER, FIRST_VIEW_PATH } from '../contract/paths.ts';
import { AppError } from '../http/app-error.ts';
import { send, toJsonReply, toProblemReply } from '../http/respond.ts';
import type { Log } from '../log.ts';
import type { Runtime } from '../runtime.ts';
import type { Capabilities } from './capabilities.ts';
import { toFirstView } from './first-view.ts';

/** The renderer asks once a page; more connections than this are not ours. */
const MAX_CONNECTIONS = 64;

/** The renderer's only door into the server: first views, one a capability. Not listening yet. */
export function createFirstViewServer(parts: {
  readonly runtime: Runtime;
  readonly capabilities: Capabilities;
  readonly log: Log;
}): Server {
  const server = createServer((message, response) => void answer(message, response));
  server.maxConnections = MAX_CONNECTIONS;
  return server;

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.on('close', () => left.abort());
    try {
      const grant = parts.capabilities.take(toText(message.headers[CAPABILITY_HEADER]));
      if (message.method !== 'GET' || message.url !== FIRST_VIEW_PATH)
        throw new AppError('not-found');
      if (grant === null)
        throw new AppError(
          'unauthorized',
          'this page was asked for too late or twice; load it again',
        );
      await send(
        message,
        response,
        toJsonReply(await toFirstView(parts.runtime, grant, left.signal)),
      );
    } catch (error) {
      await send(message, response, toProblemReply(error, parts.log));
    }
  }
}

function toText(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
