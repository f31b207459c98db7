import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import type { ProbeRequest } from '../../contract/probe.ts';
import { isObject, valueAt } from './config-edit.ts';
import { PROBE_RESOURCES } from './limits.ts';

/** The container's name where nobody gives it one. */
const CONTAINER_NAME = 'probe';

/** Enum NamespaceMode. */
const POD = 0;
const CONTAINER = 1;
export const NODE = 2;

const NAMESPACE_OPTIONS = ['linux', 'security_context', 'namespace_options'] as const;
const PRIVILEGED = ['linux', 'security_context', 'privileged'] as const;

/**
 * A sandbox as kubelet asks for it, but for what settleSandbox sets. Where the container's configuration is given its
 * namespaces agree with that one: kubelet gives both the same.
 */
export function sandboxFromForm(
  request: ProbeRequest,
  hostname: string,
  container: JsonObject | null,
): JsonObject {
  const options = namespaceOptions(request.hostNetwork, container);
  const { oom_score_adj: _, ...resources } = PROBE_RESOURCES;
  return {
    // On the node's network the node's own name is used.
    ...(options['network'] === NODE ? {} : { hostname }),
    linux: {
      security_context: { namespace_options: options, ...privileged(container) },
      resources,
    },
  };
}

/** A container as kubelet asks for it, but for what settleContainer sets. */
export function containerFromForm(request: ProbeRequest, sandbox: JsonObject | null): JsonObject {
  return {
    metadata: { name: CONTAINER_NAME },
    ...(request.command.length === 0 ? {} : { command: request.command }),
    ...(request.args.length === 0 ? {} : { args: request.args }),
    linux: {
      resources: PROBE_RESOURCES,
      security_context: {
        namespace_options: namespaceOptions(request.hostNetwork, sandbox),
        no_new_privs: true,
      },
    },
  };
}

function namespaceOptions(hostNetwork: boolean, other: JsonObject | null): JsonObject {
  const own: JsonObject = { pid: CONTAINER, ipc: POD };
  const asked = other === null ? own : (valueAt(other, NAMESPACE_OPTIONS) ?? {});
  // A container can join the processes of another one; its sandbox cannot.
  const { target_id: _, ...options } = isObject(asked) ? asked : own;
  const network = hostNetwork ? NODE : (options['network'] ?? POD);
  return { ...options, network, pid: ownPid(options['pid']) };
}

/** POD where none is said, as protobuf reads it. */
function ownPid(pid: JsonValue | undefined): JsonValue {
  if (pid === undefined) return POD;
  return pid === NODE || pid === POD ? pid : CONTAINER;
}

function privileged(container: JsonObject | null): JsonObject {
  return container !== null && valueAt(container, PRIVILEGED) === true ? { privileged: true } : {};
}
