import type { HostFacts } from '../contract/host-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { Container, RuntimeStatus, Sandbox } from '../contract/runtime-objects.ts';
import { type Section, valueOr } from '../contract/section.ts';
import type { FactHints } from '../host/fact-reader.ts';
import { canAskRuntime } from './can-ask-runtime.ts';
import { type HostInterest, hostInterest } from './host-interest.ts';
import type { SnapshotSources } from './snapshot-sources.ts';

interface Read<T> {
  section(): Section<T>;
}

/** The parts that tell what of the node's files is worth reading. */
export interface InterestParts {
  readonly runtime: Read<RuntimeStatus>;
  readonly objects: {
    sandboxes(): Section<readonly Sandbox[]>;
    containers(): Section<readonly Container[]>;
  };
  readonly kubeletPods: Read<readonly KubeletPod[]>;
  readonly host: { readonly podDirectories: { section(): HostFacts['podDirectories'] } };
}

/** Whose mounts and processes are worth reading, by what the other parts know now. */
export function readInterest(sources: SnapshotSources, parts: InterestParts): HostInterest {
  const { connection, journal, nowMs } = sources;
  return hostInterest({
    calls: valueOr(journal.calls(), []),
    sandboxes: valueOr(parts.objects.sandboxes(), []),
    containers: valueOr(parts.objects.containers(), []),
    kubeletPods: valueOr(parts.kubeletPods.section(), []),
    podDirectories: valueOr(parts.host.podDirectories.section(), []),
    isRuntimeWell: canAskRuntime(connection),
    nowMs: nowMs(),
  });
}

/** Where the node's files lie, as far as the runtime tells. */
export function readFactHints({ connection }: SnapshotSources, parts: InterestParts): FactHints {
  const status = parts.runtime.section();
  return {
    endpoint: connection.endpoint,
    cniConfDir: status.available ? status.value.cniConfDir : null,
    cniBinDirs: status.available ? status.value.cniBinDirs : [],
  };
}
