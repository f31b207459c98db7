import { status } from '@grpc/grpc-js';
import type { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { RpcFailure } from '../grpc/call-gate.ts';
import type { Handlers } from '../grpc/serve.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer } from '../model/objects.ts';
import { serveAttach } from './attach-stream.ts';
import { serveExec, serveFailure } from './exec-stream.ts';
import { missingProgram } from './exit-json.ts';
import { servePort, servePortFailure } from './port-stream.ts';
import { isMissing } from './sim-process.ts';
import type { SimStreaming } from './sim-streaming.ts';

type Calls = Required<
  Pick<Handlers<typeof RuntimeService>, 'exec' | 'attach' | 'portForward' | 'execSync'>
>;

/** The calls that lead into containers, with each runtime's own way to refuse. */
export function streamingCalls(node: SimNode, streaming: SimStreaming): Calls {
  const { server, processes, ports } = streaming;
  return {
    exec({ containerId, cmd, tty, stdin, stdout, stderr }) {
      refuseOddStreams({ tty, stdin, stdout, stderr });
      const container = findContainer(node, containerId);
      const why = notRunning(node, container);
      const handler =
        why === null
          ? serveExec(node, processes, { container, asked: { command: cmd, tty } })
          : serveFailure(node, `error executing command in container: ${why}`);
      return { url: server.offer('exec', handler) };
    },
    attach({ containerId, tty, stdin, stdout, stderr }) {
      refuseOddStreams({ tty, stdin, stdout, stderr });
      const container = findContainer(node, containerId);
      const why = notRunning(node, container);
      const handler =
        why === null
          ? serveAttach(container)
          : serveFailure(node, 'error attaching to container: container is not created or running');
      return { url: server.offer('attach', handler) };
    },
    portForward({ podSandboxId, port: [port = 0] }) {
      const sandbox = node.store.sandboxes.get(podSandboxId);
      if (sandbox?.isReady) {
        return { url: server.offer('portforward', servePort(node, { sandbox, port, ports })) };
      }
      if (node.dress.name === 'crio') {
        const words = `error forwarding port ${port} to pod ${podSandboxId}, uid : PodSandbox with ID starting with ${podSandboxId} not found: ID does not exist`;
        return { url: server.offer('portforward', servePortFailure(port, words)) };
      }
      throw sandbox === undefined
        ? new RpcFailure(status.NOT_FOUND, `failed to find sandbox "${podSandboxId}": not found`)
        : new RpcFailure(status.UNKNOWN, 'sandbox container is not running');
    },
    execSync: async ({ containerId, cmd, timeout }) =>
      runSync(node, streaming, {
        container: findContainer(node, containerId, status.NOT_FOUND),
        command: cmd,
        timeoutMs: Number(timeout) * 1_000,
      }),
  };
}

interface SyncRun {
  readonly container: SimContainer;
  readonly command: readonly string[];
  readonly timeoutMs: number;
}

async function runSync(
  node: SimNode,
  { processes }: SimStreaming,
  { container, command, timeoutMs }: SyncRun,
) {
  const isCrio = node.dress.name === 'crio';
  if (container.state !== 'running') {
    throw isCrio
      ? new RpcFailure(status.NOT_FOUND, `container is not created or running: ${container.id}`)
      : new RpcFailure(status.UNKNOWN, `failed to exec in container: ${wireState(container)}`);
  }
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  const process = processes.start(
    container,
    { command, tty: false },
    {
      stdout: async (bytes) => void out.push(bytes),
      stderr: async (bytes) => void errors.push(bytes),
    },
  );
  process.endInput();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      process.kill();
    },
    timeoutMs || 2 ** 31 - 1,
  );
  try {
    const exitCode = await process.exited;
    if (!isLate) return { exitCode, stdout: Buffer.concat(out), stderr: Buffer.concat(errors) };
    if (!isCrio) {
      const seconds = timeoutMs / 1_000;
      const words = `failed to exec in container: timeout ${seconds}s exceeded: context deadline exceeded`;
      throw new RpcFailure(status.DEADLINE_EXCEEDED, words);
    }
    const stderr = Buffer.concat([...errors, Buffer.from('command timed out')]);
    return { exitCode: -1, stdout: Buffer.concat(out), stderr };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw missing(node, error.message);
  } finally {
    clearTimeout(timer);
  }
}

function missing(node: SimNode, path: string): RpcFailure {
  const words = missingProgram(path);
  return node.dress.name === 'crio'
    ? new RpcFailure(
        status.UNKNOWN,
        `command error: time="2026-11-29T20:52:52Z" level=error msg=${JSON.stringify(`exec failed: ${words}`)}\n, stdout: , stderr: , exit code -1`,
      )
    : new RpcFailure(
        status.UNKNOWN,
        `failed to exec in container: failed to start exec "${node.random.hex(64)}": OCI runtime exec failed: exec failed: ${words}`,
      );
}

function refuseOddStreams(asked: {
  readonly tty: boolean;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}): void {
  if (!asked.stdin && !asked.stdout && !asked.stderr) {
    throw new RpcFailure(status.INVALID_ARGUMENT, 'one of stdin, stdout, or stderr must be set');
  }
  if (asked.tty && asked.stderr) {
    throw new RpcFailure(status.INVALID_ARGUMENT, 'tty and stderr cannot both be true');
  }
}

/** CRI-O tells an unknown id as UNKNOWN where a stream is asked for, and as NOT_FOUND to ExecSync. */
function findContainer(node: SimNode, id: string, crioCode = status.UNKNOWN): SimContainer {
  const container = node.store.containers.get(id);
  if (container !== undefined) return container;
  throw node.dress.name === 'crio'
    ? new RpcFailure(
        crioCode,
        `could not find container "${id}": container with ID starting with ${id} not found: ID does not exist`,
      )
    : new RpcFailure(status.NOT_FOUND, `failed to find container "${id}" in store: not found`);
}

/** containerd refuses at once; CRI-O names an address and says it on the stream. */
function notRunning(node: SimNode, container: SimContainer): string | null {
  if (container.state === 'running') return null;
  if (node.dress.name === 'containerd') throw new RpcFailure(status.UNKNOWN, wireState(container));
  return `rpc error: code = NotFound desc = container is not created or running: checking if PID of ${container.id} is running failed: container process not found`;
}

function wireState({ state }: SimContainer): string {
  return `container is in CONTAINER_${state.toUpperCase()} state`;
}
