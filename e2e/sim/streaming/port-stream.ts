import { connect } from 'node:net';
import type { WebSocket } from 'ws';
import type { SimNode } from '../model/node.ts';
import type { SimSandbox } from '../model/objects.ts';

const DATA = 0;
const WORDS = 1;

/** What listens in a pod: a port of this machine in its place. */
export type PodPorts = Map<string, number>;

/** The key of a pod's port. */
export function portKey(podName: string, port: number): string {
  return `${podName}:${port}`;
}

/** Serves one forwarded port in the runtime's form: each channel opens with the port's number. */
export function servePort(
  node: SimNode,
  {
    sandbox,
    port,
    ports,
  }: { readonly sandbox: SimSandbox; readonly port: number; readonly ports: PodPorts },
): (socket: WebSocket) => void {
  return (socket) => {
    openChannels(socket, port);
    const local = ports.get(portKey(sandbox.name, port));
    if (local === undefined) {
      refuse(socket, refusedWords(node, sandbox, port));
      return;
    }
    const pod = connect(local, '127.0.0.1');
    pod.on('data', (bytes) => {
      socket.send(Buffer.concat([Buffer.from([DATA]), bytes]), () => pod.resume());
      pod.pause();
    });
    pod.on('error', () => refuse(socket, refusedWords(node, sandbox, port)));
    pod.on('close', () => socket.close(1000));
    socket.on('message', (message) => {
      const frame = message as Buffer;
      if (frame[0] === DATA) pod.write(frame.subarray(1));
    });
    socket.on('close', () => pod.destroy());
  };
}

/** CRI-O names an address for a pod that it does not know; the words come later. */
export function servePortFailure(port: number, words: string): (socket: WebSocket) => void {
  return (socket) => {
    openChannels(socket, port);
    refuse(socket, words);
  };
}

function openChannels(socket: WebSocket, port: number): void {
  for (const channel of [DATA, WORDS]) socket.send(Buffer.from([channel, port & 0xff, port >> 8]));
}

function refuse(socket: WebSocket, words: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(Buffer.concat([Buffer.from([WORDS]), Buffer.from(words)]));
  socket.close(1000);
}

function refusedWords(node: SimNode, { id }: SimSandbox, port: number): string {
  return node.dress.name === 'crio'
    ? `error forwarding port ${port} to pod ${id}, uid : port forward into network namespace "/run/netns/${id.slice(0, 8)}": failed to connect to localhost:${port} inside namespace ${id}: dial tcp 127.0.0.1:${port}: connect: connection refused`
    : `error forwarding port ${port} to pod ${id}, uid : failed to execute portforward in network namespace "/var/run/netns/cni-${id.slice(0, 8)}": failed to connect to localhost:${port} inside namespace "${id}", IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6: address localhost: no suitable address found `;
}
