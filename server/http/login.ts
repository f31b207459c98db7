import type { IncomingMessage } from 'node:http';
import type { Gate } from '../access/gate.ts';
import type { OwnOrigin } from '../access/host-check.ts';
import type { LoginThrottle } from '../access/login-throttle.ts';
import { toNextPath } from '../access/next-path.ts';
import type { RequestUrl } from '../access/request-url.ts';
import type { Runtime } from '../runtime.ts';
import { AppError } from './app-error.ts';
import { loginPage } from './login-page.ts';
import { readForm } from './read-body.ts';
import { type Reply, toRedirectReply } from './respond.ts';

export interface LoginParts {
  readonly gate: Gate;
  readonly throttle: LoginThrottle;
  readonly basePath: string;
  readonly runtime: Pick<Runtime, 'nodeName'>;
}

export interface LoginRequest {
  readonly message: IncomingMessage;
  readonly url: RequestUrl;
  readonly own: OwnOrigin;
  readonly signal: AbortSignal;
}

const WRONG = 'This token does not belong to this node.';

/** GET and POST /login: a token becomes a cookie, and the person goes on to where the link pointed. */
export async function answerLogin(parts: LoginParts, request: LoginRequest): Promise<Reply> {
  const { message, url, own } = request;
  if (message.method === 'POST') {
    if (!parts.gate.isFromOwnPage(message, own))
      throw new AppError('forbidden', 'the login form was sent from another page');
    const form = await readForm(message);
    return tryToken(parts, request, { token: form.get('token') ?? '', next: form.get('next') });
  }
  if (message.method !== 'GET' && message.method !== 'HEAD')
    throw new AppError('method-not-allowed');
  const next = url.query.get('next');
  const token = url.query.get('token');
  if (token !== null) return tryToken(parts, request, { token, next });
  return page(parts, { status: 200, next, message: null });
}

async function tryToken(
  parts: LoginParts,
  request: LoginRequest,
  given: { readonly token: string; readonly next: string | null },
): Promise<Reply> {
  const login = parts.gate.logIn(given.token.trim(), request.own);
  if (login !== null)
    return toRedirectReply(goTo(parts, given.next), { 'set-cookie': login.setCookie });
  if (!(await parts.throttle.afterWrongToken(request.signal)))
    throw new AppError('too-many-requests');
  return page(parts, { status: 401, next: given.next, message: WRONG });
}

/** POST /logout: the session ends on the server too. */
export function answerLogout(parts: LoginParts, request: LoginRequest): Reply {
  if (request.message.method !== 'POST') throw new AppError('method-not-allowed');
  if (!parts.gate.isFromOwnPage(request.message, request.own)) {
    throw new AppError('forbidden', 'the logout was sent from another page');
  }
  const { setCookie } = parts.gate.logOut(request.message, request.own);
  return toRedirectReply(`${parts.basePath}/login`, { 'set-cookie': setCookie });
}

function page(
  parts: LoginParts,
  given: { readonly status: number; readonly next: string | null; readonly message: string | null },
): Reply {
  return loginPage({
    status: given.status,
    action: `${parts.basePath}/login`,
    next: toNextPath(given.next),
    nodeName: parts.runtime.nodeName(),
    message: given.message,
  });
}

/** `next` is told below the base path, as the server sees it. */
function goTo(parts: LoginParts, next: string | null): string {
  return `${parts.basePath}${toNextPath(next)}`;
}
