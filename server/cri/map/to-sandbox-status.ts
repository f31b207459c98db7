import type { SandboxStatus } from '../../contract/runtime-objects.ts';
import { stripControl } from '../../lib/strip-control.ts';
import { NamespaceMode, type PodSandboxStatus } from '../generated/runtime/v1/api_pb.js';

/** The sandbox's addresses; a sandbox in the host's network has none of its own. */
export function toSandboxStatus(status: PodSandboxStatus): SandboxStatus {
  const ip = stripControl(status.network?.ip ?? '');
  const network = status.linux?.namespaces?.options?.network;
  return {
    id: stripControl(status.id),
    ip: ip === '' ? null : ip,
    additionalIps: (status.network?.additionalIps ?? []).map((entry) => stripControl(entry.ip)),
    hostNetwork: network === NamespaceMode.NODE,
  };
}
