import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ForwardArguments } from './forward-arguments.ts';

/** 30 s: the server's own promise is one second, and the network may be slow. */
const TIMEOUT_MS = 30_000;
/** 8 MiB: one pod in full. */
const MAX_BYTES = 8 * 1024 * 1024;

/** What the server refused, in its own words. */
class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

/** Asks the server's API as the token's owner; rejects with ServerRefusal for every answer that is none. */
export function askServer(
  { server, token, ca }: Pick<ForwardArguments, 'server' | 'token' | 'ca'>,
  path: string,
  body: unknown,
): Promise<unknown> {
  const url = new URL(`${server}${path}`);
  const isSecure = url.protocol === 'https:';
  const text = body === undefined ? '' : JSON.stringify(body);
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'content-length': Buffer.byteLength(text),
    },
    timeout: TIMEOUT_MS,
    ...(ca === null ? {} : { ca }),
  };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestHttps : requestHttp)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_BYTES) sent.destroy(new ServerRefusal('the answer is too large'));
      });
      response.on('error', reject);
      response.on('end', () => {
        const answer = parse(Buffer.concat(chunks).toString('utf8'));
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(answer);
        else reject(new ServerRefusal(toWords(status, answer)));
      });
    });
    sent.on('timeout', () => sent.destroy(new ServerRefusal(`${server} does not answer`)));
    sent.on('error', reject);
    sent.end(text);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function toWords(status: number, answer: unknown): string {
  const told = typeof answer === 'object' && answer !== null ? answer : {};
  const words = 'detail' in told ? told.detail : null;
  return typeof words === 'string' ? words : `the server answered ${status}`;
}
