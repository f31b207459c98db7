import { Agent, type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { PageRequest } from '../http/pages.ts';
import { acceptsGzip } from '../http/respond.ts';
import { makeNonce, PAGE_REFERRER_POLICY, pagePolicy } from '../http/security-headers.ts';
import { linkSignals, whenAborted } from '../lib/abort.ts';
import { type SentHeaders, toBrowserHeaders, toRendererHeaders } from './page-headers.ts';

/** 10 s: a page takes tens of ms; after this the plain page is the better answer. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Connections to the renderer at once; further requests wait for one. */
const MAX_SOCKETS = 32;

export interface PageProxy {
  /** Passes the request on. Rejects, with nothing sent, when the renderer does not answer. */
  forward(page: PageRequest, capability: string | null): Promise<void>;
  close(): void;
}

/** A proxy to the renderer behind `socketPath`. */
export function createPageProxy(options: {
  readonly socketPath: string;
  readonly isDev: boolean;
}): PageProxy {
  // A connection a request: on a kept one a reset could mean that it was idle too long or that the renderer died.
  const agent = new Agent({ keepAlive: false, maxSockets: MAX_SOCKETS });

  return {
    async forward(page, capability) {
      const nonce = makeNonce();
      const gzip = acceptsGzip(page.message);
      const headers = toRendererHeaders(page.message.headers, {
        nonce,
        capability,
        isDev: options.isDev,
        gzip,
      });
      const answer = await ask(page, { agent, socketPath: options.socketPath, headers });
      await relay(page, answer, { nonce, gzip, isDev: options.isDev });
    },
    close: () => agent.destroy(),
  };
}

/** The renderer's answer up to its headers. */
function ask(
  page: PageRequest,
  where: { readonly agent: Agent; readonly socketPath: string; readonly headers: SentHeaders },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const link = linkSignals([page.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    const { method = 'GET', url: path = '/' } = page.message;
    const outgoing = request({ ...where, method, path });
    whenAborted(link.signal, () =>
      outgoing.destroy(new Error('the renderer did not answer in time')),
    );
    outgoing.on('error', (error) => {
      link.dispose();
      reject(error);
    });
    outgoing.on('response', (answer) => {
      link.dispose();
      resolve(answer);
    });
    outgoing.end();
  });
}

async function relay(
  page: PageRequest,
  answer: IncomingMessage,
  options: { readonly nonce: string; readonly gzip: boolean; readonly isDev: boolean },
): Promise<void> {
  const { response, message, url } = page;
  const headers = toBrowserHeaders(answer.headers, url.path.startsWith('/_next/static/'));
  if (/^text\/html/.test(String(headers['content-type']))) {
    headers['content-security-policy'] = pagePolicy(options.nonce, options);
    headers['referrer-policy'] = PAGE_REFERRER_POLICY;
  }
  const packs = options.gzip && message.method !== 'HEAD' && isPackable(answer, headers);
  if (packs) {
    delete headers['content-length'];
    headers['content-encoding'] = 'gzip';
    headers['vary'] = [headers['vary'] ?? [], 'accept-encoding'].flat().join(', ');
  }
  response.writeHead(answer.statusCode ?? 502, headers);
  // Next streams a page: each piece goes out as it comes, the shell first.
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH, level: 4 });
  await (packs ? pipeline(answer, gzip, response) : pipeline(answer, response));
}

function isPackable(answer: IncomingMessage, headers: SentHeaders): boolean {
  const type = String(headers['content-type'] ?? '');
  return (
    answer.statusCode === 200 &&
    headers['content-encoding'] === undefined &&
    /^(text\/|application\/(javascript|json)|image\/svg)/.test(type)
  );
}
