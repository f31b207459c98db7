import { get as getHttp, type Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { get as getHttps, type RequestOptions } from 'node:https';

export interface GetOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly agent: HttpAgent;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Pick<
    RequestOptions,
    'rejectUnauthorized' | 'checkServerIdentity' | 'ca' | 'cert' | 'key' | 'servername'
  >;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** What went wrong on the way to an answer; a status is no failure. */
export type HttpFailureKind = 'refused' | 'untrusted' | 'timeout' | 'too-large' | 'broken';

/** No answer: which kind of failure, where, and the system's own code. Its message is a clause without a full stop. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: HttpFailureKind;

  constructor(message: string, options: ErrorOptions & { readonly kind: HttpFailureKind }) {
    super(message, options);
    this.kind = options.kind;
  }
}

const TLS_CODES: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function toFailure(error: unknown, where: string): HttpFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const options = { cause: error };
  if (code === 'ECONNREFUSED') {
    const text = `nothing listens at ${where} (connection refused)`;
    return new HttpFailure(text, { ...options, kind: 'refused' });
  }
  if (TLS_CODES.has(code)) {
    const text = `the certificate at ${where} is not trusted (${code})`;
    return new HttpFailure(text, { ...options, kind: 'untrusted' });
  }
  const detail = code === '' ? String(error) : code;
  const text = `the connection to ${where} failed (${detail})`;
  return new HttpFailure(text, { ...options, kind: 'broken' });
}

/** The response's head. A connection that the other side had just closed while it was idle is tried once more. */
function send(url: URL, options: GetOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const request = { agent: options.agent, headers: options.headers, signal };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === 'https:'
        ? getHttps(url, { ...request, ...options.tls }, resolve)
        : getHttp(url, request, resolve);
    sent.on('error', (error) => {
      const isReset = 'code' in error && error.code === 'ECONNRESET';
      if (isReset && sent.reusedSocket) resolve(send(url, options, signal));
      else reject(error);
    });
  });
}

/**
 * One GET with a deadline and a bound on the body, whose pieces go to `take` as they come. Resolves with the status.
 * Rejects with HttpFailure for everything that goes wrong on the way, and with the signal's reason when the caller gives up.
 */
export async function httpStream(
  url: URL,
  options: GetOptions,
  take: (chunk: Buffer, status: number) => void,
): Promise<number> {
  const where = url.host + url.pathname;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    const response = await send(url, options, signal);
    const status = response.statusCode ?? 0;
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > options.maxBytes) {
        response.destroy();
        const text = `the answer of ${where} is larger than ${options.maxBytes} bytes`;
        throw new HttpFailure(text, { kind: 'too-large' });
      }
      take(chunk, status);
    }
    return status;
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof HttpFailure) throw error;
    if (timeout.aborted) {
      const seconds = options.timeoutMs / 1000;
      const text = `${where} has not answered within ${seconds} s`;
      throw new HttpFailure(text, { cause: error, kind: 'timeout' });
    }
    throw toFailure(error, where);
  }
}

/** As httpStream, with the body in one piece. */
export async function httpGet(url: URL, options: GetOptions): Promise<Answer> {
  const chunks: Buffer[] = [];
  const status = await httpStream(url, options, (chunk) => chunks.push(chunk));
  return { status, body: Buffer.concat(chunks) };
}
