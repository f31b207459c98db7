import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRequestUrl } from '../access/request-url.ts';
import { pagePaths } from '../contract/paths.ts';
import { linkSignals } from '../lib/abort.ts';
import { type ApiParts, answerApi, type IncomingRequest, isApiPath } from './api.ts';
import { AppError } from './app-error.ts';
import { answerHealthz, answerReadyz } from './health.ts';
import { answerLogin, answerLogout } from './login.ts';
import type { Pages } from './pages.ts';
import { type Reply, send, toProblemReply, toRedirectReply } from './respond.ts';
import { setSecurityHeaders } from './security-headers.ts';

export interface HandlerParts extends ApiParts {
  readonly pages: Pages;
  readonly basePath: string;
  /** Aborts when the server stops: streams end with it. */
  readonly stopping: AbortSignal;
}

/**
 * Answers every request: host first, then path, login and role, and only then the resource. Never rejects; what fails
 * becomes a problem document.
 */
export function createHandler(
  parts: HandlerParts,
): (message: IncomingMessage, response: ServerResponse) => Promise<void> {
  // One listener for each open request; each takes itself off.
  setMaxListeners(0, parts.stopping);
  return async (message, response) => {
    setSecurityHeaders(response);
    const link = linkSignals([parts.stopping]);
    let hasLeft = false;
    response.once('close', () => {
      hasLeft = !response.writableFinished;
      link.abort(new Error('the client left'));
      link.dispose();
    });
    const { signal } = link;
    try {
      const reply = await dispatch(parts, { message, response, signal });
      if (reply !== null) await send(message, response, reply);
    } catch (error) {
      await fail(parts, { message, response, error, hasLeft });
    }
    // An unread body would keep the connection from its next request, and a refused one need not be read at all.
    if (!message.complete) response.once('finish', () => message.destroy());
  };
}

async function dispatch(
  parts: HandlerParts,
  raw: {
    readonly message: IncomingMessage;
    readonly response: ServerResponse;
    readonly signal: AbortSignal;
  },
): Promise<Reply | null> {
  const own = parts.gate.ownOrigin(raw.message.headers);
  if (own === null)
    throw new AppError('misdirected-request', 'this Host is not ours; --allow-host adds one');
  const url = parseRequestUrl(raw.message.url ?? '/', parts.basePath);
  // Probes know no base path.
  if (url === 'odd') throw new AppError('bad-request', 'the path is not in its plain form');
  const path = url === 'outside' ? (raw.message.url ?? '/') : url.path;
  const method = raw.message.method ?? 'GET';
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && path === '/healthz') return answerHealthz();
  if (isRead && path === '/readyz') return answerReadyz(parts.runtime.isReady());
  if (url === 'outside')
    throw new AppError('not-found', `everything here is below ${parts.basePath}/`);
  const incoming: IncomingRequest = { ...raw, url, own };
  if (path === '/login') return answerLogin(parts, incoming);
  if (path === '/logout') return answerLogout(parts, incoming);
  if (isApiPath(path)) {
    await answerApi(parts, incoming);
    return null;
  }
  return answerPage(parts, incoming);
}

async function answerPage(parts: HandlerParts, incoming: IncomingRequest): Promise<Reply | null> {
  const { message, url, own } = incoming;
  if (message.method !== 'GET' && message.method !== 'HEAD')
    throw new AppError('method-not-allowed');
  const caller = parts.gate.authorise(message, own, { role: 'viewer', needsOrigin: false });
  if (typeof caller === 'string') {
    if (url.path.startsWith('/_next/')) throw new AppError('unauthorized');
    const next = `${url.path}${url.search}`;
    return toRedirectReply(`${parts.basePath}${pagePaths.login(next === '/' ? undefined : next)}`);
  }
  await parts.pages.answer({ ...incoming, session: parts.gate.toSession(caller) });
  return null;
}

async function fail(
  parts: HandlerParts,
  failed: {
    readonly message: IncomingMessage;
    readonly response: ServerResponse;
    readonly error: unknown;
    readonly hasLeft: boolean;
  },
): Promise<void> {
  const { message, response, error } = failed;
  if (failed.hasLeft) {
    parts.log.debug({ path: message.url?.split('?')[0] }, 'the client left before its answer');
    response.destroy();
    return;
  }
  await send(message, response, toProblemReply(error, parts.log)).catch((sendError: unknown) => {
    parts.log.debug({ err: sendError }, 'an answer could not be sent');
    response.destroy();
  });
}
