import { get as getHttp, type Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { get as getHttps, type RequestOptions } from 'node:https';
import { fromNetworkError, HOW_TO_ENABLE, KubeletError } from './kubelet-error.ts';

export interface GetOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly agent: HttpAgent;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Pick<
    RequestOptions,
    'rejectUnauthorized' | 'checkServerIdentity' | 'ca' | 'cert' | 'key'
  >;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

async function readBody(
  response: IncomingMessage,
  where: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new KubeletError(`the answer of ${where} is larger than ${maxBytes} bytes`, {
        enable: HOW_TO_ENABLE,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
 * One GET with a deadline and a bound on the body. Rejects with KubeletError for everything that goes wrong on the way,
 * and with the signal's reason when the caller gives up.
 */
export async function httpGet(url: URL, options: GetOptions): Promise<Answer> {
  const where = url.host + url.pathname;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    const response = await send(url, options, signal);
    const body = await readBody(response, where, options.maxBytes);
    return { status: response.statusCode ?? 0, body };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof KubeletError) throw error;
    if (timeout.aborted) {
      const seconds = options.timeoutMs / 1000;
      const enable = 'kubelet hangs or is overloaded: see its log.';
      throw new KubeletError(`${where} has not answered within ${seconds} s`, {
        cause: error,
        enable,
      });
    }
    throw fromNetworkError(error, where);
  }
}
