import { Duplex } from 'node:stream';
import { CHANNEL } from '../contract/ticket.ts';
import { openRuntimeStream } from './open-runtime-stream.ts';
import { PodPort } from './pod-port.ts';
import type { RuntimeStream } from './runtime-stream.ts';
import type { StreamsNode } from './streams-node.ts';

/** A connection that the runtime could not make, in its words. */
export class PodSocketError extends Error {
  override readonly name = 'PodSocketError';
}

/** A connection to a port in a pod's network, as a socket for TLS and HTTP. It has no half-close. */
class PodSocket extends Duplex {
  #stream: RuntimeStream | null = null;

  beginWith(stream: RuntimeStream): void {
    this.#stream = stream;
    stream.resume();
  }

  onPodData(frame: Buffer): void {
    if (!this.push(frame.subarray(1))) this.#stream?.pause();
  }

  leave(words: string | null): void {
    if (words === null) this.push(null);
    else this.destroy(new PodSocketError(words));
  }

  override _read(): void {
    this.#stream?.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#stream?.send(CHANNEL.stdin, chunk);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stream?.end();
    done(error);
  }
}

/** Connects; the runtime tells a refusal later, as an error of the socket. Rejects with StreamFailed. */
export async function openPodSocket(
  node: StreamsNode,
  request: { readonly podSandboxId: string; readonly port: number },
  signal: AbortSignal,
): Promise<Duplex> {
  const socket = new PodSocket();
  const port = new PodPort({
    onData: (frame) => socket.onPodData(frame),
    onEnd: (words) => socket.leave(words),
  });
  const target = {
    call: 'PortForward',
    containerId: null,
    ask: (options: { readonly signal: AbortSignal }) =>
      node.cri.streaming.portForward(request, options),
  } as const;
  socket.beginWith(await openRuntimeStream(node, target, port, signal));
  return socket;
}
