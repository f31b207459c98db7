import { once } from 'node:events';
import type { Server } from 'node:http';
import { createGate } from './access/gate.ts';
import { openLocalDoor } from './access/local-door.ts';
import { createLoginThrottle } from './access/login-throttle.ts';
import { makeToken } from './access/token-table.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { pagePaths } from './contract/paths.ts';
import { createHandler } from './http/create-handler.ts';
import { createHttpServer } from './http/http-server.ts';
import { createRoutes } from './http/routes.ts';
import type { Log } from './log.ts';
import { openActions } from './open-actions.ts';
import { openLeftovers } from './open-leftovers.ts';
import { openProbes } from './open-probes.ts';
import { openRuntime } from './open-runtime.ts';
import { openStreams } from './open-streams.ts';
import { createCapabilities } from './pages/capabilities.ts';
import { createPages } from './pages/create-pages.ts';
import { createFirstViewServer } from './pages/first-view-server.ts';
import { createPageProxy } from './pages/page-proxy.ts';
import { createUpgradeProxy } from './pages/upgrade-proxy.ts';
import { openRendererProcess } from './renderer-process/open-renderer-process.ts';
import type { RendererScript } from './renderer-process/start-renderer.ts';
import type { Streams } from './streams/create-streams.ts';
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

/** Wires everything and listens. What was opened is closed again when a later step fails. */
export async function startServer(
  config: Config,
  log: Log,
  script: RendererScript,
): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { address: await openServer({ config, log, script }, closers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ServerParts {
  readonly config: Config;
  readonly log: Log;
  readonly script: RendererScript;
}

/** Closers are run last first: streams, then the HTTP server, the renderer, the first views, the sources. */
async function openServer(
  { config, log, script }: ServerParts,
  closers: (() => Promise<void> | void)[],
): Promise<string> {
  const stopping = new AbortController();
  const renderer = openRendererProcess({ ...script, idleMs: RENDERER_IDLE_MS, log });
  closers.push(() => renderer.close());
  const { runtime, reach } = await openRuntime(config, log, renderer.rssBytes);
  closers.push(() => runtime.close());
  const { basePath } = config;
  // For `why` on this node: it bears what a viewer may, and no person has to know it.
  const local = { role: 'viewer', name: 'local', token: makeToken() } as const;
  const gate = createGate({
    tokens: [...config.tokens, local],
    allowHosts: config.allowHosts,
    isTls: config.tls !== null,
    basePath,
    cookieScope: `${runtime.nodeName()}:${config.port}`,
    // A capture holds nothing that one could act on.
    allow: config.open === null ? config.allow : [],
  });
  const streams =
    reach === null ? null : await openTouch({ config, log, runtime, reach, gate }, closers);
  const probes = reach === null ? null : await openProbes({ config, log, runtime, reach });
  closers.push(() => probes?.close());
  const actions = reach === null ? null : openActions({ log, runtime, reach });
  closers.push(() => actions?.close());
  const capabilities = createCapabilities();
  const firstViews = createFirstViewServer({ runtime, capabilities, log });
  await listen(firstViews, { path: renderer.apiSocketPath });
  closers.push(() => drain(firstViews));
  renderer.handOverApiSocket();
  const proxy = createPageProxy({ socketPath: renderer.socketPath, isDev: script.isDev });
  const maxWaitMs = RENDERER_WAIT_MS;
  const pages = createPages({ renderer, proxy, capabilities, runtime, basePath, log, maxWaitMs });
  const handler = createHandler({
    gate,
    throttle: createLoginThrottle(),
    runtime,
    routes: createRoutes({ touch: streams?.touch ?? null, probes, actions }),
    log,
    pages,
    basePath,
    stopping: stopping.signal,
  });
  const http = createHttpServer(handler, config.tls);
  const takers = [
    ...(streams === null ? [] : [streams.taker]),
    ...(script.isDev ? [createUpgradeProxy(renderer.socketPath)] : []),
  ];
  listenForUpgrades(http, { gate, basePath, takers });
  await listenForPeople(http, config);
  closers.push(
    () => drain(http),
    () => proxy.close(),
    () => stopping.abort(),
    () => streams?.close(),
  );
  closers.push(letIn(config, http, local.token, log));
  if (!renderer.isUnprivileged) {
    log.warn('the renderer runs as this same user: only root can give it another one');
  }
  return toAddress(config, http);
}

/** Streams, and what ends their commands when this server is killed; the streams are the caller's to close. */
async function openTouch(
  parts: Parameters<typeof openLeftovers>[0] & Omit<Parameters<typeof openStreams>[0], 'keeper'>,
  closers: (() => Promise<void> | void)[],
): Promise<Streams> {
  const leftovers = await openLeftovers(parts);
  closers.push(() => leftovers.close());
  return openStreams({ ...parts, keeper: leftovers });
}

async function listen(
  server: Server,
  where: { path: string } | { host: string; port: number },
): Promise<void> {
  server.listen(where);
  await once(server, 'listening');
}

async function listenForPeople(server: Server, { listen: host, port }: Config): Promise<void> {
  try {
    await listen(server, { host, port });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`--port ${port} on ${host} cannot be used: ${why}`, { cause: error });
  }
}

/** Opens the door for `why`; without one it opens the node by itself, so a failure is only told. */
function letIn(config: Config, http: Server, token: string, log: Log): () => void {
  const { port, root } = reachableAt(config, http);
  try {
    return openLocalDoor(port, { url: root, token });
  } catch (error) {
    log.info(
      { err: error },
      'npm run why will ask the node itself: no local file could be written',
    );
    return () => undefined;
  }
}

/** Takes no more connections and lets the open ones end, for a while. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}

function reachableAt(config: Config, http: Server): { port: number; root: string } {
  const bound = http.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port;
  const host = config.listen.includes(':') ? `[${config.listen}]` : config.listen;
  const isAny = host === '0.0.0.0' || host === '[::]';
  const scheme = config.tls === null ? 'http' : 'https';
  return { port, root: `${scheme}://${isAny ? 'localhost' : host}:${port}${config.basePath}` };
}

function toAddress(config: Config, http: Server): string {
  const { root } = reachableAt(config, http);
  return config.madeToken === null
    ? `${root}/`
    : `${root}${pagePaths.login()}?token=${config.madeToken}`;
}
