import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { PortCheck, PortCheckRequest } from '../contract/ticket.ts';
import { delay, orAborted } from '../lib/abort.ts';
import { stripControl } from '../lib/strip-control.ts';

/** 700 ms: a refusal takes some 20 ms; a server that greets does so at once. */
const GREETING_MS = 700;
/** The first 64 KiB of a body. */
const MAX_BODY_BYTES = 64 * 1024;
/** What a server that speaks no HTTP said: a line or two. */
const MAX_BANNER_BYTES = 512;

export type Answer = Pick<PortCheck, 'http' | 'banner'> & { readonly firstByteMs: number | null };

/** The handshake over a connection; rejects with what went wrong. */
export function startTls(
  socket: Duplex,
  { host }: PortCheckRequest,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const name = host ?? 'localhost';
  // Any certificate is looked at; whether it is trusted is told.
  const options = { socket, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] };
  const secured = new Promise<TLSSocket>((resolve, reject) => {
    const servername = /^[\d.]+$|:/.test(name) ? {} : { servername: name };
    const tls = connectTls({ ...options, ...servername }, () => resolve(tls));
    tls.once('error', reject);
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('the connection was closed during the handshake')));
  });
  return orAborted(secured, signal);
}

/** The question over a connection: one GET, or none where no path is given. */
export function ask(
  channel: Duplex,
  request: PortCheckRequest,
  how: { readonly signal: AbortSignal; readonly sinceStart: () => number },
): Promise<Answer> {
  return request.path === null
    ? listen(channel, how)
    : get(channel, { ...request, path: request.path }, how);
}

/** Waits a moment for a refusal or a greeting. */
async function listen(
  channel: Duplex,
  { signal, sinceStart }: { readonly signal: AbortSignal; readonly sinceStart: () => number },
): Promise<Answer> {
  let firstByteMs: number | null = null;
  const first = new Promise<Buffer | null>((resolve, reject) => {
    channel.once('error', reject);
    channel.once('end', () => resolve(null));
    channel.once('data', (chunk: Buffer) => {
      firstByteMs = sinceStart();
      resolve(chunk);
    });
  });
  const greeting = await Promise.race([first, delay(GREETING_MS, signal).then(() => null)]);
  return {
    http: null,
    banner: greeting === null ? null : toText(greeting.subarray(0, MAX_BANNER_BYTES)),
    firstByteMs,
  };
}

async function get(
  channel: Duplex,
  { path, host, port }: PortCheckRequest & { readonly path: string },
  { signal, sinceStart }: { readonly signal: AbortSignal; readonly sinceStart: () => number },
): Promise<Answer> {
  const sent = httpRequest({
    createConnection: () => channel,
    method: 'GET',
    path,
    headers: {
      host: host ?? `localhost:${port}`,
      'user-agent': 'cri-triage',
      accept: '*/*',
      connection: 'close',
    },
    setHost: false,
    signal,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
  });
  sent.end();
  try {
    const answer = await response;
    const firstByteMs = sinceStart();
    return { http: await toHttp(answer), banner: null, firstByteMs };
  } catch (error) {
    const raw = error instanceof Error && 'rawPacket' in error ? error.rawPacket : null;
    if (!Buffer.isBuffer(raw)) throw error;
    return {
      http: null,
      banner: toText(raw.subarray(0, MAX_BANNER_BYTES)),
      firstByteMs: sinceStart(),
    };
  } finally {
    sent.destroy();
  }
}

async function toHttp(answer: IncomingMessage): Promise<NonNullable<PortCheck['http']>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY_BYTES) break;
    }
  } catch (error) {
    // A body that breaks off is shown as far as it came.
    if (chunks.length === 0) throw error;
  }
  const { rawHeaders } = answer;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0
      ? [{ name: stripControl(name), value: stripControl(rawHeaders[index + 1] ?? '') }]
      : [],
  );
  return {
    status: answer.statusCode ?? 0,
    reason: stripControl(answer.statusMessage ?? ''),
    headers,
    body: toText(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES)),
    truncated: size > MAX_BODY_BYTES,
  };
}

function toText(bytes: Buffer): string {
  return stripControl(bytes.toString('utf8'));
}
