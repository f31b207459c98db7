import {
  NamespaceMode,
  type RunPodSandboxRequest,
  type RuntimeService,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { Work } from '../engine/scheduler.ts';
import type { Handlers } from '../grpc/serve.ts';
import type { SimNode } from '../model/node.ts';
import type { SimRpcError, SimSandbox } from '../model/objects.ts';
import {
  type RunSandboxRequest,
  removePodSandbox,
  runPodSandbox,
  stopPodSandbox,
} from '../runtime/sandbox-calls.ts';
import type { ContainerEnds } from './container-ends.ts';
import { sandboxFaultOf } from './node-faults.ts';
import { resultOf, runWork } from './run-work.ts';

type Calls = Required<
  Pick<Handlers<typeof RuntimeService>, 'runPodSandbox' | 'stopPodSandbox' | 'removePodSandbox'>
>;

/** The calls that make sandboxes and take them away, as anybody may call them. One that is broken off goes on. */
export function sandboxChanges(node: SimNode, ends: ContainerEnds): Calls {
  return {
    async runPodSandbox(request) {
      const asked = toAsked(node, request);
      const present = withName(node, nameOf(asked));
      // CRI-O takes it for the same call once more.
      if (present !== null && asked.refusal === null) return { podSandboxId: present.id };
      const sandbox = resultOf(await runWork(node.clock, runPodSandbox(node, asked)));
      return { podSandboxId: sandbox.id };
    },
    async stopPodSandbox({ podSandboxId }, { deadlineAtMs }) {
      const sandbox = findSandbox(node, podSandboxId);
      if (sandbox !== null) {
        await runWork(node.clock, stopAll(node, ends, sandbox, deadlineAtMs));
      }
      return {};
    },
    async removePodSandbox({ podSandboxId }, { deadlineAtMs }) {
      const sandbox = findSandbox(node, podSandboxId);
      if (sandbox !== null) {
        await runWork(node.clock, removeAll(node, ends, sandbox, deadlineAtMs));
      }
      return {};
    },
  };
}

function toAsked(
  node: SimNode,
  { config, runtimeHandler }: RunPodSandboxRequest,
): RunSandboxRequest & { readonly refusal: SimRpcError | null } {
  const { name = '', namespace = '', uid = '', attempt = 0 } = config?.metadata ?? {};
  const network = config?.linux?.securityContext?.namespaceOptions?.network;
  const asked = {
    name,
    namespace,
    uid,
    attempt,
    labels: config?.labels ?? {},
    annotations: config?.annotations ?? {},
    runtimeHandler,
    isHostNetwork: network === NamespaceMode.NODE,
    logDirectory: config?.logDirectory ?? '',
    cgroupParent: config?.linux?.cgroupParent ?? '',
  };
  const { refusals } = node.dress;
  const present = withName(node, nameOf(asked));
  const nameless = name === '' ? refusals.namelessSandbox(config?.metadata !== undefined) : null;
  const taken = present === null ? null : refusals.sandboxNameTaken(nameOf(asked), present.id);
  return { ...asked, fault: sandboxFaultOf(node, asked), refusal: nameless ?? taken };
}

type Named = Pick<SimSandbox, 'name' | 'namespace' | 'uid' | 'attempt'>;

/** Runtimes keep this name once. */
function nameOf({ name, namespace, uid, attempt }: Named): string {
  return `${name}_${namespace}_${uid}_${attempt}`;
}

function withName({ store }: SimNode, name: string): SimSandbox | null {
  return [...store.sandboxes.values()].find((one) => nameOf(one) === name) ?? null;
}

function* stopAll(
  node: SimNode,
  ends: ContainerEnds,
  sandbox: SimSandbox,
  deadlineAtMs: number,
): Work {
  for (const container of node.store.containersOf(sandbox.id)) {
    yield* ends.withSandbox(container, deadlineAtMs);
  }
  if (sandbox.isReady) yield* stopPodSandbox(node, sandbox, false);
}

/** Whatever still runs in it is stopped first. */
function* removeAll(
  node: SimNode,
  ends: ContainerEnds,
  sandbox: SimSandbox,
  deadlineAtMs: number,
): Work {
  yield* stopAll(node, ends, sandbox, deadlineAtMs);
  for (const container of node.store.containersOf(sandbox.id)) yield* ends.remove(container);
  if (node.store.sandboxes.has(sandbox.id)) yield* removePodSandbox(node, sandbox);
}

/** By its id or the beginning of it; null where it is no more. */
export function findSandbox({ store }: SimNode, id: string): SimSandbox | null {
  const found = [...store.sandboxes.values()].filter((one) => one.id.startsWith(id));
  return id !== '' && found.length === 1 ? (found[0] ?? null) : null;
}
