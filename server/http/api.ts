import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Gate, Refusal } from '../access/gate.ts';
import type { OwnOrigin } from '../access/host-check.ts';
import type { LoginThrottle } from '../access/login-throttle.ts';
import type { RequestUrl } from '../access/request-url.ts';
import { API_ROOT } from '../contract/paths.ts';
import { type AllowKind, switchedOffSentence } from '../contract/stream-words.ts';
import type { Log } from '../log.ts';
import type { Runtime } from '../runtime.ts';
import type { ApiRequest, ApiRoute } from './api-route.ts';
import { AppError } from './app-error.ts';
import { matchPath } from './match-path.ts';
import { readJson } from './read-body.ts';
import { acceptsGzip, send, toJsonReply } from './respond.ts';

export interface ApiParts {
  readonly gate: Gate;
  readonly throttle: LoginThrottle;
  readonly runtime: Runtime;
  readonly routes: readonly ApiRoute[];
  readonly log: Log;
}

export interface IncomingRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: RequestUrl;
  readonly own: OwnOrigin;
  readonly signal: AbortSignal;
}

/** True for paths that belong to the API. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/** Answers one API request; throws AppError for every refusal, before any handler has been called. */
export async function answerApi(parts: ApiParts, incoming: IncomingRequest): Promise<void> {
  const { message, response, url, signal } = incoming;
  const { route, params } = findRoute(parts.routes, url.path, message.method ?? 'GET') ?? {};
  const action = {
    role: route?.role ?? 'viewer',
    needsOrigin: route === undefined || route.kind === 'stream' || route.method !== 'GET',
    ...(route?.feature === undefined ? {} : { feature: route.feature }),
  } as const;
  // Whoever is not logged in is not told which paths exist.
  const caller = await admit(
    parts,
    incoming,
    route === undefined ? { ...action, needsOrigin: false } : action,
  );
  if (route === undefined || params === undefined) throw toMissing(parts.routes, url.path);
  const request: ApiRequest = {
    params,
    query: url.query,
    session: parts.gate.toSession(caller),
    caller,
    runtime: parts.runtime,
    signal,
    log: parts.log,
    readJson: (maxBytes) => readJson(message, maxBytes),
  };
  if (route.kind === 'json') {
    const reply = toJsonReply(await route.answer(request));
    await send(message, response, { ...reply, status: route.status ?? reply.status });
    return;
  }
  if (route.kind === 'reply') {
    await send(message, response, await route.answer(request));
    return;
  }
  const stream = {
    ...request,
    acceptsGzip: acceptsGzip(message),
    isStillAllowed: () => parts.gate.isAlive(caller),
  };
  await route.stream(stream, response);
}

async function admit(
  parts: ApiParts,
  incoming: IncomingRequest,
  action: Parameters<Gate['authorise']>[2],
): Promise<Caller> {
  const judged = parts.gate.authorise(incoming.message, incoming.own, action);
  if (typeof judged !== 'string') return judged;
  if (judged === 'wrong-token' && !(await parts.throttle.afterWrongToken(incoming.signal))) {
    throw new AppError('too-many-requests');
  }
  throw toRefusal(judged, action.feature);
}

const FOREIGN_PAGE =
  'The request came from another page than ours. Where a proxy stands between, it has to pass Host and Origin on as they are.';

function toRefusal(refusal: Refusal, feature: AllowKind | undefined): AppError {
  if (refusal === 'feature-disabled' && feature !== undefined)
    return new AppError('feature-disabled', switchedOffSentence(feature));
  if (refusal === 'forbidden') return new AppError('forbidden');
  if (refusal === 'foreign-origin') return new AppError('forbidden', FOREIGN_PAGE);
  return new AppError('unauthorized');
}

function findRoute(
  routes: readonly ApiRoute[],
  path: string,
  method: string,
): { route: ApiRoute; params: Readonly<Record<string, string>> } | null {
  const wanted = method === 'HEAD' ? 'GET' : method;
  for (const route of routes) {
    const params = route.method === wanted ? matchPath(`${API_ROOT}${route.path}`, path) : null;
    if (params !== null && (method !== 'HEAD' || route.kind === 'json')) return { route, params };
  }
  return null;
}

function toMissing(routes: readonly ApiRoute[], path: string): AppError {
  const others = routes.filter((route) => matchPath(`${API_ROOT}${route.path}`, path) !== null);
  if (others.length === 0) return new AppError('not-found', 'the API has no such path');
  return new AppError(
    'method-not-allowed',
    `only ${others.map((route) => route.method).join(', ')} here`,
  );
}
