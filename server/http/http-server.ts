import { createServer as createPlainServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { createHandler } from './create-handler.ts';

/** 16 KB of headers: cookies of other ports on localhost come along too. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
/** 10 s for the headers, 30 s for a whole request: nobody types a body by hand. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** 65 s: longer than the idle time of common proxies, so that they never meet a socket that closes. */
const KEEP_ALIVE_MS = 65_000;
/** A page opens six; ten viewers and some scripts fit. */
const MAX_CONNECTIONS = 512;

/** The HTTP (or HTTPS) server with its limits, not listening yet. */
export function createHttpServer(
  handler: ReturnType<typeof createHandler>,
  tls: { readonly cert: Buffer; readonly key: Buffer } | null,
): Server {
  const options: ServerOptions = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server =
    tls === null
      ? createPlainServer(options)
      : createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2' });
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
  // The handler never rejects.
  server.on('request', (message, response) => void handler(message, response));
  return server;
}
