/**
 * The renderer process: Next on a private unix socket. It runs as an unprivileged user without the runtime's socket;
 * the server starts it for the first page and ends it when nobody looks.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import next from 'next';

/** 2 s: pages take tens of ms, so whatever is still open after that is a hung connection. */
const DRAIN_MS = 2_000;

const socketPath = process.env['CRI_TRIAGE_RENDERER_SOCKET'];
if (socketPath === undefined) throw new Error('CRI_TRIAGE_RENDERER_SOCKET is not set');
process.env['NEXT_TELEMETRY_DISABLED'] = '1';

const http = createServer();
// Next attaches its own upgrade listener (hot reload in development) to the server it is given.
const app = next({
  dev: process.env['CRI_TRIAGE_DEV'] === '1',
  dir: process.cwd(),
  httpServer: http,
  quiet: true,
});
await app.prepare();
const handle = app.getRequestHandler();
http.on('request', (request, response) => void handle(request, response));

let isClosing = false;
function close(): void {
  if (isClosing) return;
  isClosing = true;
  http.close(() => process.exit(0));
  setTimeout(() => {
    http.closeAllConnections();
    process.exit(0);
  }, DRAIN_MS).unref();
}
process.once('SIGTERM', close);
process.once('SIGINT', close);
// The server is gone: nobody is left to ask for pages.
process.once('disconnect', close);

// A socket file left by a renderer that was killed would refuse the address.
rmSync(socketPath, { force: true });
http.listen(socketPath, () => {
  process.stdout.write('ready\n');
  process.send?.({ kind: 'ready' });
});
