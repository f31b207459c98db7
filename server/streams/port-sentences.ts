import type { PortCheck, PortCheckRequest, StreamCheck } from '../contract/ticket.ts';
import { stripControl } from '../lib/strip-control.ts';
import { PodSocketError } from './pod-socket.ts';
import { refusedSentence } from './port-forwards.ts';
import { StreamFailed } from './stream-failed.ts';

/** What an answer of a port means, in one sentence. */
export function answeredSentence(
  { port, path }: PortCheckRequest,
  { http, banner, tls }: Pick<PortCheck, 'http' | 'banner' | 'tls'>,
): string {
  const trust =
    tls === null
      ? ''
      : tls.verified
        ? ' over TLS'
        : ' over TLS with a certificate that is not trusted here';
  if (http !== null)
    return `Port ${port} answers GET ${path ?? '/'} with ${http.status} ${http.reason}${trust}.`.replace(
      ' .',
      '.',
    );
  if (banner !== null) {
    const wanted = path === null ? 'and greets' : 'but not with HTTP';
    return `Port ${port} answers ${wanted}${trust}.`;
  }
  return `Port ${port} takes connections${trust}; it says nothing by itself.`;
}

/** What a failed question means. */
export interface Failure {
  readonly sentence: string;
  readonly words: string | null;
  readonly isConnected: boolean;
  readonly nextChecks: readonly StreamCheck[];
}

/** What went wrong, judged by the error and by how far it came. */
export function failureOf(
  error: unknown,
  tlsFacts: PortCheck['tls'],
  asked: Pick<PortCheckRequest, 'port' | 'tls' | 'path'> & {
    /** The time for all of it was over. */
    readonly isLate: boolean;
    readonly limitMs: number;
  },
): Failure {
  const { port, tls, path, isLate, limitMs } = asked;
  const words = error instanceof Error ? stripControl(error.message) : String(error);
  if (error instanceof StreamFailed) {
    const { detail, nextChecks } = error.ending;
    const sentence = detail ?? 'The pod could not be reached.';
    return { sentence, words: null, isConnected: false, nextChecks };
  }
  if (error instanceof PodSocketError) return notConnected(words, port);
  const hasHandshakeFailed = tls && tlsFacts === null;
  if (isLate) {
    const get = path === null ? 'a connection' : `GET ${path}`;
    const what = hasHandshakeFailed ? 'the TLS handshake' : get;
    const sentence = `Port ${port} did not answer ${what} within ${limitMs / 1_000} s.`;
    return { sentence, words: null, isConnected: tlsFacts !== null, nextChecks: [] };
  }
  const sentence = hasHandshakeFailed
    ? `Port ${port} takes connections and speaks no TLS that we know: ${words}.`
    : `Port ${port} closed the connection before an answer: ${words}.`;
  return { sentence, words, isConnected: true, nextChecks: [] };
}

function notConnected(words: string, port: number): Failure {
  const isRefused = /connection refused/i.test(words);
  const sentence = isRefused
    ? refusedSentence(port)
    : `The runtime could not connect to port ${port}.`;
  const nextChecks = [
    { text: 'See what listens in the pod', command: 'nsenter -t PID -n ss -ltnp' },
  ];
  return { sentence, words, isConnected: false, nextChecks };
}
