import type { WebSocket } from 'ws';
import type { SimNode } from '../model/node.ts';
import type { SimContainer } from '../model/objects.ts';
import { exitJson, failureJson, missingProgram } from './exit-json.ts';
import {
  isMissing,
  type ProcessOutput,
  type RunningProcess,
  type SimProcesses,
} from './sim-process.ts';

const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4 } as const;
/** What a runtime's writes wait for: its socket's buffer. */
const MAX_BUFFERED_BYTES = 256 * 1024;

interface Asked {
  readonly command: readonly string[];
  readonly tty: boolean;
}

/** Serves one exec: the process runs from the connection on. What ends it is as on the runtime that is played. */
export function serveExec(
  node: SimNode,
  processes: SimProcesses,
  { container, asked }: { readonly container: SimContainer; readonly asked: Asked },
): (socket: WebSocket) => void {
  return (socket) => {
    send(socket, CHANNEL.stdout, Buffer.alloc(0));
    const process = processes.start(container, asked, outputOf(socket));
    socket.on('message', (message) => onMessage(process, message as Buffer));
    socket.on('close', (code: number) => {
      // Measured: a connection that breaks ends a terminal's process on 2.x and nothing on 1.x. A farewell ends none,
      // but closes the input of one without a terminal.
      const isBroken = code === 1006;
      const endsTerminals =
        node.dress.name === 'containerd' && node.dress.runtimeVersion.startsWith('2.');
      if (isBroken && asked.tty && endsTerminals) process.kill();
      if (!asked.tty) process.endInput();
    });
    process.exited.then(
      (code) => finish(socket, exitJson(node.dress.name, code, asked.command)),
      (error: unknown) => void refuse(socket, node, error),
    );
  };
}

/** Serves what is told on the status channel only: CRI-O names an address for a container that does not run too. */
export function serveFailure(node: SimNode, words: string): (socket: WebSocket) => void {
  return (socket) => {
    send(socket, CHANNEL.stdout, Buffer.alloc(0));
    finish(socket, failureJson(node.dress.name, words));
  };
}

function onMessage(process: RunningProcess, message: Buffer): void {
  const [channel] = message;
  const payload = message.subarray(1);
  if (channel === CHANNEL.stdin) process.input(payload);
  if (channel !== CHANNEL.resize) return;
  const { Width: columns, Height: rows } = JSON.parse(payload.toString('utf8'));
  process.resize({ rows, columns });
}

function outputOf(socket: WebSocket): ProcessOutput {
  const write = (channel: number) => (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      // Nobody reads its pipe any more: what writes there waits until it is ended.
      if (socket.readyState !== socket.OPEN) return;
      const isFull = socket.bufferedAmount > MAX_BUFFERED_BYTES;
      const frame = Buffer.concat([Buffer.from([channel]), bytes]);
      socket.send(frame, () => {
        if (isFull && socket.readyState === socket.OPEN) resolve();
      });
      if (!isFull) resolve();
    });
  return { stdout: write(CHANNEL.stdout), stderr: write(CHANNEL.stderr) };
}

async function refuse(socket: WebSocket, node: SimNode, error: unknown): Promise<void> {
  if (!isMissing(error)) throw error;
  const words = missingProgram(error.message);
  if (node.dress.name === 'crio') {
    const line = `time="2026-11-29T20:52:54Z" level=error msg=${JSON.stringify(`exec failed: ${words}`)}\n`;
    send(socket, CHANNEL.stderr, Buffer.from(line));
    finish(socket, exitJson('crio', 255, []));
    return;
  }
  const id = node.random.hex(64);
  const failure = `error executing command in container: failed to exec in container: failed to start exec "${id}": OCI runtime exec failed: exec failed: ${words}`;
  finish(socket, failureJson('containerd', failure));
}

function finish(socket: WebSocket, status: string): void {
  send(socket, CHANNEL.status, Buffer.from(status));
  socket.close(1000);
}

function send(socket: WebSocket, channel: number, payload: Buffer): void {
  if (socket.readyState === socket.OPEN)
    socket.send(Buffer.concat([Buffer.from([channel]), payload]));
}
