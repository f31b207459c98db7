import { once } from 'node:events';
import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { createGate } from './access/gate.ts';
import { createLoginThrottle } from './access/login-throttle.ts';
import type { Config } from './config.ts';
import { pagePaths } from './contract/paths.ts';
import { createHandler } from './http/create-handler.ts';
import { createHttpServer } from './http/http-server.ts';
import { createRoutes } from './http/routes.ts';
import type { Log } from './log.ts';
import { openNode } from './open-node.ts';
import { createCapabilities } from './pages/capabilities.ts';
import { createPages } from './pages/create-pages.ts';
import { createFirstViewServer } from './pages/first-view-server.ts';
import { createPageProxy } from './pages/page-proxy.ts';
import { createUpgradeProxy } from './pages/upgrade-proxy.ts';
import { openRendererProcess } from './renderer-process/open-renderer-process.ts';
import type { RendererScript } from './renderer-process/start-renderer.ts';
import { listenForUpgrades } from './streams/upgrade.ts';

/** Ten minutes without a page request: the tab is closed, or its stream is enough for it. */
const RENDERER_IDLE_MS = 10 * 60_000;
/** 10 s: five times a cold start. */
const RENDERER_WAIT_MS = 10_000;
/** 2 s for streams to take their last event before their sockets are cut. */
const DRAIN_MS = 2_000;

export interface RunningServer {
  /** Where a person opens it; bears the token that was made, if one was. */
  readonly address: string;
  close(): Promise<void>;
}

/** Wires everything and listens. */
export async function startServer(
  config: Config,
  log: Log,
  script: RendererScript,
): Promise<RunningServer> {
  const stopping = new AbortController();
  const renderer = openRendererProcess({ ...script, idleMs: RENDERER_IDLE_MS, log });
  if (!renderer.isUnprivileged)
    log.warn('the renderer runs as this same user: only root can give it another one');
  const runtime = await openNode({ config, log, rendererRssBytes: renderer.rssBytes });
  const { basePath } = config;
  const gate = createGate({
    tokens: config.tokens,
    allowHosts: config.allowHosts,
    isTls: config.tls !== null,
    basePath,
    cookieScope: `${hostname()}:${config.port}`,
  });
  const capabilities = createCapabilities();
  const firstViews = createFirstViewServer({ runtime, capabilities, log });
  await listen(firstViews, { path: renderer.apiSocketPath });
  renderer.handOverApiSocket();
  const proxy = createPageProxy({ socketPath: renderer.socketPath, isDev: script.isDev });
  const pages = createPages({
    renderer,
    proxy,
    capabilities,
    runtime,
    basePath,
    log,
    maxWaitMs: RENDERER_WAIT_MS,
  });
  const throttle = createLoginThrottle();
  const handler = createHandler({
    gate,
    throttle,
    runtime,
    routes: createRoutes(),
    log,
    pages,
    basePath,
    stopping: stopping.signal,
  });
  const http = createHttpServer(handler, config.tls);
  listenForUpgrades(http, {
    gate,
    basePath,
    takers: script.isDev ? [createUpgradeProxy(renderer.socketPath)] : [],
  });
  await listen(http, { host: config.listen, port: config.port });
  return {
    address: toAddress(config, http),
    async close() {
      const isClosed = Promise.all([closed(http), closed(firstViews)]);
      stopping.abort();
      const cut = setTimeout(() => http.closeAllConnections(), DRAIN_MS);
      proxy.close();
      await renderer.close();
      firstViews.closeAllConnections();
      await isClosed;
      clearTimeout(cut);
      await runtime.close();
    },
  };
}

async function listen(
  server: Server,
  where: { path: string } | { host: string; port: number },
): Promise<void> {
  server.listen(where);
  await once(server, 'listening');
}

/** Takes no more connections; resolves when the last one is gone. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function toAddress(config: Config, http: Server): string {
  const bound = http.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port;
  const host = config.listen.includes(':') ? `[${config.listen}]` : config.listen;
  const isAny = host === '0.0.0.0' || host === '[::]';
  const root = `${config.tls === null ? 'http' : 'https'}://${isAny ? 'localhost' : host}:${port}${config.basePath}`;
  return config.madeToken === null
    ? `${root}/`
    : `${root}${pagePaths.login()}?token=${config.madeToken}`;
}
