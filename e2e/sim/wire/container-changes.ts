import type {
  CreateContainerRequest,
  RuntimeService,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { Handlers } from '../grpc/serve.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimRpcError, SimSandbox } from '../model/objects.ts';
import { type CreateRequest, createContainer, startContainer } from '../runtime/container-calls.ts';
import { commandOf, faultsOf } from './asked-container.ts';
import type { ContainerEnds } from './container-ends.ts';
import { findImage } from './image-refs.ts';
import type { MainProcesses } from './main-processes.ts';
import { failure, resultOf, runWork } from './run-work.ts';
import { findSandbox } from './sandbox-changes.ts';

type Calls = Required<
  Pick<
    Handlers<typeof RuntimeService>,
    'createContainer' | 'startContainer' | 'stopContainer' | 'removeContainer'
  >
>;

/** How a container was asked for, which is needed again when it is started. */
interface Asked {
  readonly request: CreateRequest;
  readonly command: readonly string[];
  readonly hasInput: boolean;
}

/** The calls that make containers and take them away, as anybody may call them. One that is broken off goes on. */
export function containerChanges(node: SimNode, mains: MainProcesses, ends: ContainerEnds): Calls {
  const asked = new WeakMap<SimContainer, Asked>();
  return {
    async createContainer(message) {
      const sandbox = findSandbox(node, message.podSandboxId);
      if (sandbox === null) throw failure(node.dress.refusals.sandboxMissing(message.podSandboxId));
      const request = toRequest(node, sandbox, message);
      const present = withName(node, request);
      // CRI-O takes it for the same call once more.
      if (present !== null && request.refusal === null) return { containerId: present.id };
      const container = resultOf(await runWork(node.clock, createContainer(node, request)));
      const { config } = message;
      const command = config === undefined ? [] : commandOf(config);
      asked.set(container, { request, command, hasInput: config?.stdin === true });
      return { containerId: container.id };
    },
    async startContainer({ containerId }) {
      const container = findContainer(node, containerId);
      if (container === null) throw failure(node.dress.refusals.containerMissing(containerId));
      const known = asked.get(container);
      if (container.state !== 'created' || known === undefined) {
        throw failure(node.dress.refusals.notCreated(container));
      }
      resultOf(await runWork(node.clock, startContainer(node, container, known.request)));
      mains.begin(container, known.command, known.hasInput);
      return {};
    },
    async stopContainer({ containerId, timeout }) {
      const container = findContainer(node, containerId);
      if (container !== null) {
        await runWork(node.clock, ends.stop(container, Number(timeout) * 1_000));
      }
      return {};
    },
    async removeContainer({ containerId }, { deadlineAtMs }) {
      const container = findContainer(node, containerId);
      if (container !== null) await runWork(node.clock, ends.remove(container, deadlineAtMs));
      return {};
    },
  };
}

function toRequest(
  node: SimNode,
  sandbox: SimSandbox,
  { config }: CreateContainerRequest,
): CreateRequest & { readonly refusal: SimRpcError | null } {
  const imageName = config?.image?.image ?? '';
  const found = findImage(node, imageName);
  // Never looked at where there is none: the call is refused for that.
  const image = found ?? node.store.imageOf(imageName);
  const { name = '', attempt = 0 } = config?.metadata ?? {};
  const logPath = config?.logPath ? `${sandbox.logDirectory}/${config.logPath}` : '';
  const request = {
    name,
    attempt,
    command: config === undefined ? '' : (commandOf(config)[0] ?? ''),
    podName: sandbox.name,
    namespace: sandbox.namespace,
    podUid: sandbox.uid,
    sandboxId: sandbox.id,
    atMs: node.clock.now(),
    image,
    imageName: config?.image?.userSpecifiedImage || imageName,
    labels: config?.labels ?? {},
    annotations: config?.annotations ?? {},
    logPath,
    mounts: (config?.mounts ?? []).map(({ containerPath, hostPath }) => ({
      containerPath,
      hostPath,
    })),
    hasTerminal: config?.tty ?? false,
    ...(config === undefined
      ? { createFault: null, startFault: null }
      : faultsOf(node, config, image.name)),
  };
  return { ...request, refusal: refusalOf(node, sandbox, request, found === null) };
}

function refusalOf(
  node: SimNode,
  sandbox: SimSandbox,
  request: CreateRequest,
  isImageMissing: boolean,
): SimRpcError | null {
  const { refusals } = node.dress;
  const stopped = sandbox.isReady ? null : refusals.sandboxStopped(sandbox.id);
  if (stopped !== null) return stopped;
  const present = withName(node, request);
  if (present !== null) return refusals.containerNameTaken(nameOf(request), present.id);
  if (isImageMissing) return refusals.imageMissing(request.imageName);
  const folder = request.logPath.slice(0, request.logPath.lastIndexOf('/'));
  const hasFolder = request.logPath === '' || node.podLogs.hasDirectory(folder);
  return hasFolder ? null : refusals.logFolderMissing();
}

type Named = Pick<CreateRequest, 'name' | 'attempt' | 'podName' | 'namespace' | 'podUid'>;

/** Runtimes keep this name once. */
function nameOf({ name, podName, namespace, podUid, attempt }: Named): string {
  return `${name}_${podName}_${namespace}_${podUid}_${attempt}`;
}

function withName({ store }: SimNode, request: CreateRequest): SimContainer | null {
  const { name, attempt, sandboxId } = request;
  const others = store.containersOf(sandboxId);
  return others.find((one) => one.name === name && one.attempt === attempt) ?? null;
}

/** By its id or the beginning of it; null where it is no more. */
function findContainer({ store }: SimNode, id: string): SimContainer | null {
  const found = [...store.containers.values()].filter((one) => one.id.startsWith(id));
  return id !== '' && found.length === 1 ? (found[0] ?? null) : null;
}
