import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ERROR_CODES, type Problem } from '../contract/error-codes.ts';
import type { Log } from '../log.ts';
import { AppError } from './app-error.ts';

/** 1 KB: below, the gzip header eats what is saved. */
const MIN_GZIP_BYTES = 1_024;
/** Level 4: nearly the size of 6 for half the CPU of the node. */
const GZIP_LEVEL = 4;
const gzipBody = promisify(gzip);

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON answer. */
export function toJsonReply(value: unknown): Reply {
  return { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** The one converter of errors: AppError to its status and problem, anything else to a logged 500. */
export function toProblemReply(error: unknown, log: Log): Reply {
  const known = error instanceof AppError ? error : new AppError('internal');
  if (!(error instanceof AppError)) log.error({ err: error }, 'a request failed');
  const { status, sentence } = ERROR_CODES[known.code];
  const problem: Problem = {
    type: 'about:blank',
    title: sentence,
    status,
    code: known.code,
    detail: known.message,
    ...(known.problems.length === 0 ? {} : { problems: known.problems }),
  };
  return { status, type: 'application/problem+json', body: JSON.stringify(problem) };
}

/** An HTML answer made by the server itself. */
export function toHtmlReply(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, type: 'text/html; charset=utf-8', body, headers };
}

/** A redirect to a path of ours. */
export function toRedirectReply(
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status: 303,
    type: 'text/plain; charset=utf-8',
    body: '',
    headers: { ...headers, location },
  };
}

/** Writes a whole answer: compressed where that pays, without its body for HEAD. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<void> {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const plain = Buffer.from(reply.body);
  const isLarge = plain.length >= MIN_GZIP_BYTES;
  const body =
    isLarge && acceptsGzip(request) ? await gzipBody(plain, { level: GZIP_LEVEL }) : plain;
  response.writeHead(reply.status, {
    'content-type': reply.type,
    'content-length': body.length,
    ...(isLarge ? { vary: 'accept-encoding' } : {}),
    ...(body === plain ? {} : { 'content-encoding': 'gzip' }),
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether the client takes gzip. */
export function acceptsGzip(request: IncomingMessage): boolean {
  const header = String(request.headers['accept-encoding'] ?? '');
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header);
}
