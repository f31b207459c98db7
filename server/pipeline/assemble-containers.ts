import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { pickCalls } from './call-facts.ts';
import { containerNames, type NamedContainer } from './container-names.ts';
import { quote } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import type { PodSources } from './pod-sources.ts';
import type { ContainerView } from './pod-view.ts';
import type { SnapshotIndex } from './snapshot-index.ts';
import { imageInWaiting, waitingOf } from './waiting.ts';

/** The name shown for a container of which only its pull is known. */
export const UNNAMED_CONTAINER = '(unnamed)';
/** 1 s: clocks of the sandbox record and of the log are the same, but rounded differently. */
const CLOCK_SLACK_MS = 1_000;

/** A pull that time alone ties to a pod, with the reason. */
export interface AssociatedPull {
  readonly imageRef: string;
  readonly calls: readonly CallRecord[];
  readonly basis: Evidence;
}

/** 500: a day of one failing pull at kubelet's longest pause is 288; several pods may share an image. */
const MAX_PULLS = 500;

/** The pulls since a moment, newest 500; one that still runs counts although it began earlier, for another pod. */
function pullsAfter(calls: readonly CallRecord[], fromMs: number): readonly CallRecord[] {
  const newest = calls.length > MAX_PULLS ? calls.slice(-MAX_PULLS) : calls;
  return pickCalls(
    newest,
    (call) => call.outcome === 'open' || (call.beganAtMs ?? call.endedAtMs ?? 0) >= fromMs,
  );
}

interface Parts {
  readonly snapshot: NodeSnapshot;
  readonly index: SnapshotIndex;
  readonly sources: PodSources;
  readonly sandbox: Sandbox | undefined;
  readonly associated: AssociatedPull | null;
  /** kubelet's lines that name the pod, oldest first. */
  readonly kubeletLog: readonly LogLine[];
  readonly nowMs: number;
}

function pullsOf(parts: Parts, image: string | null): readonly CallRecord[] {
  if (image === null || image === '') return [];
  const calls = parts.index.pullsByImage.get(normalizeImage(image)) ?? [];
  return pullsAfter(calls, (parts.sandbox?.createdAtMs ?? 0) - CLOCK_SLACK_MS);
}

function manifestBasis(parts: Parts, named: NamedContainer): Evidence | null {
  const { manifest, kubelet } = parts.sources;
  if (kubelet !== null || manifest === null || named.image === null) return null;
  return quote(
    'manifest',
    manifest.path,
    manifest.modifiedAtMs,
    `${named.name}: image ${named.image}`,
  );
}

function isStart(call: CallRecord): boolean {
  return call.call === 'StartContainer';
}

function isStop(call: CallRecord): boolean {
  return call.call === 'StopContainer';
}

const NOT_DECLARED: Pick<ContainerView, 'declared'> = {};

/** What the file asks for counts where kubelet cannot tell what it made of it. */
function declaredOf({ sources }: Parts, named: NamedContainer): Pick<ContainerView, 'declared'> {
  if (named.kubelet !== null || sources.manifest === null) return NOT_DECLARED;
  const declared = sources.manifest.containers.find((item) => item.name === named.name);
  return declared === undefined ? NOT_DECLARED : { declared };
}

const NO_RECORDS: readonly Container[] = [];

function olderRecords(
  { index, sources }: Parts,
  name: string,
  record: Container | null,
): readonly Container[] {
  let list: Container[] | null = null;
  for (const { id } of sources.sandboxes) {
    for (const item of index.containersBySandbox.get(id) ?? []) {
      if (item.name !== name || item === record) continue;
      list ??= [];
      list.push(item);
    }
  }
  return list ?? NO_RECORDS;
}

function viewOf(
  parts: Parts,
  named: NamedContainer,
  record: Container | null,
  creates: readonly CallRecord[],
): ContainerView {
  const { snapshot, index, sandbox } = parts;
  const older = olderRecords(parts, named.name, record);
  const calls = record === null ? [] : (index.callsByContainer.get(record.id) ?? []);
  const lines = named.kubelet === null ? parts.kubeletLog : [];
  const asOfMs = snapshot.kubeletPods.available ? snapshot.kubeletPods.asOfMs : null;
  const waiting = waitingOf({ ...named, lines, record }, asOfMs, parts.nowMs);
  const image = named.image ?? record?.image ?? imageInWaiting(waiting);
  return {
    name: named.name,
    type: named.type,
    image,
    record,
    status: record === null ? null : (snapshot.containerStatuses[record.id] ?? null),
    older,
    kubelet: named.kubelet,
    waiting,
    logTail: record === null ? [] : (snapshot.logTails[record.id] ?? []),
    pulls: sandbox === undefined ? [] : pullsOf(parts, image),
    creates: pickCalls(creates, (call) => call.container?.name === named.name),
    starts: pickCalls(calls, isStart),
    stops: pickCalls(calls, isStop),
    pullBasis: record === null ? manifestBasis(parts, named) : null,
    ...declaredOf(parts, named),
  };
}

/** A container known by its pull alone takes the one name that still waits for an image, or none. */
function withAssociatedPull(
  parts: Parts,
  containers: readonly ContainerView[],
): readonly ContainerView[] {
  const { associated } = parts;
  if (associated === null) return containers;
  const waiting = containers.filter((item) => item.record === null && item.creates.length === 0);
  const target = waiting.length === 1 ? waiting[0] : undefined;
  const pulled = {
    image: associated.imageRef,
    pulls: associated.calls,
    pullBasis: associated.basis,
  };
  if (target !== undefined) {
    return containers.map((item) => (item === target ? { ...item, ...pulled } : item));
  }
  const unnamed: ContainerView = {
    name: UNNAMED_CONTAINER,
    type: 'app',
    record: null,
    status: null,
    older: [],
    kubelet: null,
    waiting: null,
    logTail: [],
    creates: [],
    starts: [],
    stops: [],
    ...pulled,
  };
  return [...containers, unnamed];
}

/** The pod's containers in start order, each with the newest attempt in the newest sandbox. */
export function assembleContainers(parts: Parts): readonly ContainerView[] {
  const { index, sandbox } = parts;
  const records = new Map<string, Container>();
  for (const record of sandbox === undefined
    ? []
    : (index.containersBySandbox.get(sandbox.id) ?? [])) {
    if (!records.has(record.name)) records.set(record.name, record);
  }
  const creates = sandbox === undefined ? [] : (index.createsBySandbox.get(sandbox.id) ?? []);
  const named = containerNames(parts, records, creates);
  const containers = named.map((item) =>
    viewOf(parts, item, records.get(item.name) ?? null, creates),
  );
  return withAssociatedPull(parts, containers);
}
