import type { ProbeLeft } from '../contract/probe.ts';
import { PROBE_IMAGE_ANNOTATION, PROBE_LABELS, PROBE_NAMESPACE } from '../contract/probe-words.ts';
import type { Sandbox } from '../contract/runtime-objects.ts';
import type { RemovalLimits } from './limits.ts';
import { listOurs, type OurObjects, probePodName } from './our-objects.ts';
import type { ProbeLog, ProbeNode } from './probe-node.ts';
import { removeProbe } from './remove-probe.ts';

export interface SweepParts {
  readonly node: ProbeNode;
  readonly limits: RemovalLimits;
  readonly log: ProbeLog;
  readonly nowMs: () => number;
}

/** What a sweep leaves behind, by the probe's id: an empty list where everything went. */
export type SweepResult = ReadonlyMap<string, readonly ProbeLeft[]>;

interface FoundProbe {
  readonly id: string;
  readonly owner: string;
  /** Unix seconds; null where it cannot be read. */
  readonly deadlineSeconds: number | null;
  readonly sandbox: Sandbox | null;
}

/**
 * Removes what probes of the past have left: those past their deadline, and those whose server is no more. The probe
 * `currentId` of this process is not touched. Rejects when the runtime cannot be asked.
 */
export async function sweepProbes(
  { node, limits, log, nowMs }: SweepParts,
  currentId: () => string | null,
  signal: AbortSignal,
): Promise<SweepResult> {
  const found = await listOurs(node.cri, null, { signal, deadlineMs: limits.callMs });
  const result = new Map<string, readonly ProbeLeft[]>();
  for (const probe of toProbes(found)) {
    const why = await reasonToRemove(probe, node, nowMs());
    if (why === null || probe.id === currentId()) continue;
    const target = {
      id: probe.id,
      sandboxId: probe.sandbox?.id ?? null,
      containerId: null,
      image: imageOf(probe),
      logFolder: await folderOf(probe, node),
      mayComeToBe: false,
    };
    const removal = await removeProbe({ ...node, limits }, target, signal);
    const { removed, left, note } = removal;
    result.set(probe.id, left);
    const fields = { probe: probe.id, owner: probe.owner, why, removed };
    if (left.length === 0) log.info({ ...fields, note }, 'what a probe had left was removed');
    else log.warn({ ...fields, left }, 'what a probe had left could not all be removed');
  }
  return result;
}

/** Null for one that somebody else is still busy with. */
async function reasonToRemove(
  { owner, deadlineSeconds }: FoundProbe,
  node: ProbeNode,
  nowMs: number,
): Promise<string | null> {
  if (owner === node.owner) return 'it is over';
  if (deadlineSeconds === null || nowMs / 1_000 > deadlineSeconds) return 'its time is up';
  return (await node.isOwnerAlive(owner)) ? null : 'the server that made it is no more';
}

function toProbes({ sandboxes, containers }: OurObjects): readonly FoundProbe[] {
  const byId = new Map<string, FoundProbe>();
  for (const sandbox of sandboxes) {
    const probe = toProbe(sandbox.labels, sandbox);
    byId.set(probe.id, probe);
  }
  for (const { labels } of containers) {
    const probe = toProbe(labels, null);
    if (!byId.has(probe.id)) byId.set(probe.id, probe);
  }
  return [...byId.values()].filter(({ id }) => id !== '');
}

function toProbe(labels: Readonly<Record<string, string>>, sandbox: Sandbox | null): FoundProbe {
  const deadlineSeconds = Number(labels[PROBE_LABELS.deadline] ?? Number.NaN);
  return {
    id: labels[PROBE_LABELS.probe] ?? '',
    owner: labels[PROBE_LABELS.owner] ?? '',
    deadlineSeconds: Number.isFinite(deadlineSeconds) ? deadlineSeconds : null,
    sandbox,
  };
}

/** Which images there were before is not known any more: one that bears another name as well stays. */
function imageOf({ sandbox }: FoundProbe) {
  const ref = sandbox?.annotations[PROBE_IMAGE_ANNOTATION] ?? '';
  return ref === '' ? null : { ref, idsBefore: new Set<string>() };
}

async function folderOf({ id, sandbox }: FoundProbe, node: ProbeNode): Promise<string | null> {
  return sandbox === null ? null : logFolderOf(await node.podLogs(), id, sandbox.uid);
}

/** Where a probe's logs are: a folder as kubelet names those of pods. */
function logFolderOf(podLogs: string, id: string, uid: string): string {
  return `${podLogs.replace(/\/+$/, '')}/${PROBE_NAMESPACE}_${probePodName(id)}_${uid}`;
}

/** Removes folders of logs whose probe is long over; how many there were. Nothing tells who made them but their age. */
export async function sweepFolders(
  { node, log, nowMs }: SweepParts,
  olderThanMs: number,
  isCurrent: (path: string) => boolean,
): Promise<number> {
  let count = 0;
  for (const { path, changedAtMs } of await node.folders.list()) {
    if (isCurrent(path) || nowMs() - changedAtMs < olderThanMs) continue;
    const refusal = await node.folders.remove(path);
    const why = refusal?.why ?? null;
    // Each time again, and kubelet sees to it.
    if (refusal?.isReadOnly === true) continue;
    if (why === null) count += 1;
    log.info(
      { path, why },
      why === null
        ? 'an old log folder of a probe was removed'
        : 'an old log folder of a probe stays',
    );
  }
  return count;
}
