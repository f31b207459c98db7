import type { TLSSocket } from 'node:tls';
import type { PortCheck, PortCheckRequest } from '../contract/ticket.ts';
import { openPodSocket } from './pod-socket.ts';
import { type Answer, ask, startTls } from './port-questions.ts';
import { answeredSentence, failureOf } from './port-sentences.ts';
import type { StreamsNode } from './streams-node.ts';
import { toTlsFacts } from './tls-facts.ts';

/** 10 s for all of it: a person waits. */
const TOTAL_MS = 10_000;
interface Asked {
  readonly podSandboxId: string;
  readonly request: PortCheckRequest;
}

/** Asks a port from inside the pod's network: connection, TLS, one GET. What fails is part of the answer. */
export async function checkPort(
  node: StreamsNode,
  { podSandboxId, request }: Asked,
  signal: AbortSignal,
): Promise<PortCheck> {
  const startedAtMs = performance.now();
  const sinceStart = (): number => Math.round(performance.now() - startedAtMs);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]);
  const found: Found = { openMs: 0, tlsMs: null, tls: null };
  try {
    const socket = await openPodSocket(node, { podSandboxId, port: request.port }, limit);
    found.openMs = sinceStart();
    try {
      const channel = request.tls ? await startTls(socket, request, limit) : socket;
      if (request.tls) {
        found.tlsMs = sinceStart() - found.openMs;
        found.tls = toTlsFacts(channel as TLSSocket);
      }
      const answer = await ask(channel, request, { signal: limit, sinceStart });
      return toCheck(found, { ...answer, totalMs: sinceStart(), request });
    } finally {
      socket.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    return toFailure(error, found, { request, totalMs: sinceStart(), isLate: limit.aborted });
  }
}

interface Found {
  openMs: number;
  tlsMs: number | null;
  tls: PortCheck['tls'];
}

function toCheck(
  found: Found,
  got: Answer & { readonly totalMs: number; readonly request: PortCheckRequest },
): PortCheck {
  const { http, banner, firstByteMs, totalMs, request } = got;
  return {
    connected: true,
    sentence: answeredSentence(request, { http, banner, tls: found.tls }),
    error: null,
    nextChecks: [],
    tls: found.tls,
    http,
    banner,
    timings: { openMs: found.openMs, tlsMs: found.tlsMs, firstByteMs, totalMs },
  };
}

function toFailure(
  error: unknown,
  found: Found,
  {
    request,
    totalMs,
    isLate,
  }: { readonly request: PortCheckRequest; readonly totalMs: number; readonly isLate: boolean },
): PortCheck {
  const { sentence, words, isConnected, nextChecks } = failureOf(error, found.tls, {
    ...request,
    isLate,
    limitMs: TOTAL_MS,
  });
  return {
    connected: isConnected,
    sentence,
    error: words,
    nextChecks: [...nextChecks],
    tls: found.tls,
    http: null,
    banner: null,
    timings: { openMs: found.openMs, tlsMs: found.tlsMs, firstByteMs: null, totalMs },
  };
}
