import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { KubeletContainer } from '../contract/kubelet-pod.ts';
import type { Container } from '../contract/runtime-objects.ts';
import type { ContainerType } from '../contract/stage.ts';
import type { PodSources } from './pod-sources.ts';
import { initNamesInLog, namesInLog } from './waiting.ts';

/** A container before its records: its name, and what the specification tells of it. */
export interface NamedContainer {
  readonly name: string;
  readonly type: ContainerType;
  readonly image: string | null;
  readonly kubelet: KubeletContainer | null;
}

function fromKubelet(sources: PodSources): NamedContainer[] {
  return (sources.kubelet?.containers ?? []).map((kubelet) => ({
    name: kubelet.name,
    type: kubelet.type,
    image: kubelet.image,
    kubelet,
  }));
}

/** A running init container beside later ones can only be a sidecar: kubelet waits for every other kind. */
function manifestType(
  declared: { readonly name: string; readonly isInit: boolean },
  records: ReadonlyMap<string, Container>,
  laterNames: readonly string[],
): ContainerType {
  if (!declared.isInit) return 'app';
  const isRunning = records.get(declared.name)?.state === 'running';
  return isRunning && laterNames.some((name) => records.has(name)) ? 'sidecar' : 'init';
}

function fromManifest(
  sources: PodSources,
  records: ReadonlyMap<string, Container>,
): NamedContainer[] {
  const declared = sources.manifest?.containers ?? [];
  return declared.map((item, index) => ({
    name: item.name,
    type: manifestType(
      item,
      records,
      declared.slice(index + 1).map((later) => later.name),
    ),
    image: item.image,
    kubelet: null,
  }));
}

function app(name: string, image: string | null): NamedContainer {
  return { name, type: 'app', image, kubelet: null };
}

interface NameSources {
  readonly sources: PodSources;
  /** kubelet's lines that name the pod, oldest first. */
  readonly kubeletLog: readonly LogLine[];
  readonly nowMs: number;
}

/** Names in start order: kubelet's spec, else the manifest's, else what the runtime and the log directory show. */
export function containerNames(
  { sources, kubeletLog, nowMs }: NameSources,
  records: ReadonlyMap<string, Container>,
  creates: readonly CallRecord[],
): NamedContainer[] {
  const named = sources.kubelet === null ? fromManifest(sources, records) : fromKubelet(sources);
  const seen = new Set(named.map((item) => item.name));
  const add = (name: string | undefined, image: string | null): void => {
    if (name === undefined || name === '' || seen.has(name)) return;
    seen.add(name);
    named.push(app(name, image));
  };
  const byAge = [...records.values()].sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0));
  for (const record of byAge) add(record.name, record.image);
  for (const create of creates) add(create.container?.name, null);
  if (sources.kubelet !== null) return named;
  for (const name of namesInLog(kubeletLog, nowMs)) add(name, null);
  if (sources.manifest === null) {
    for (const folder of sources.logDirectory?.containers ?? []) add(folder.name, null);
  }
  const inits = initNamesInLog(kubeletLog);
  return named.map((item) => (inits.has(item.name) ? { ...item, type: 'init' } : item));
}
