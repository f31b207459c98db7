import type { Evidence } from '../contract/evidence.ts';
import type { NodeProcess } from '../contract/host-facts.ts';
import type { CallRecord, JournalCall } from '../contract/journal.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { CallOwner, CallOwners } from './call-owners.ts';
import { quote, shortId } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import { measurePull } from './measure-pull.ts';
import { type PullFacts, pullFacts } from './pull-facts.ts';
import { clockWords, spanWords } from './time.ts';
import { type WitnessLists, witnessLists } from './witness-lists.ts';

/** 1 s: a list that was read less than this after the call began may have been made before it. */
const SLACK_MS = 1_000;

/** Whether a call without an end is in flight: it is where something beside its own line says so. */
export interface OpenCallJudgement {
  readonly witnesses: readonly Evidence[];
  /** Why it is not known to be in flight; null where it is. */
  readonly doubt: string | null;
}

/** Judges the open calls of one snapshot. */
export interface CallWitnesses {
  judge(call: CallRecord): OpenCallJudgement;
}

const MAKING = new Set(['ContainerCreating', 'PodInitializing']);

class SnapshotWitnesses implements CallWitnesses {
  readonly #snapshot: NodeSnapshot;
  readonly #owners: CallOwners;
  readonly #nowMs: number;
  readonly #pulls: PullFacts;
  readonly #processes: readonly NodeProcess[];
  #lists: WitnessLists | null = null;

  constructor(snapshot: NodeSnapshot, owners: CallOwners, nowMs: number) {
    this.#snapshot = snapshot;
    this.#owners = owners;
    this.#nowMs = nowMs;
    this.#pulls = pullFacts(snapshot);
    this.#processes = valueOr(snapshot.host.processes, []);
  }

  judge(call: CallRecord): OpenCallJudgement {
    const over = this.#overBy(call);
    if (over !== null) return { witnesses: [], doubt: over };
    const sure = this.#sureWitnesses(call);
    if (call.doubt !== undefined && sure.length === 0) return { witnesses: [], doubt: call.doubt };
    const witnesses = [...sure, ...this.#witnesses(call)];
    return { witnesses, doubt: witnesses.length > 0 ? null : this.#noWitness(call) };
  }

  /** The runtime that took the call is no more. */
  #overBy({ beganAtMs }: CallRecord): string | null {
    const { boot } = this.#snapshot.host;
    if (!boot.available || beganAtMs === null) return null;
    const { runtimeStartedAtMs, bootedAtMs } = boot.value;
    if (bootedAtMs !== null && bootedAtMs > beganAtMs + SLACK_MS)
      return `the node was started since, at ${clockWords(bootedAtMs)}`;
    if (runtimeStartedAtMs !== null && runtimeStartedAtMs > beganAtMs + SLACK_MS)
      return `the runtime was started since, at ${clockWords(runtimeStartedAtMs)}`;
    return null;
  }

  /** What can only be while this very call is under way. */
  #sureWitnesses(call: CallRecord): readonly Evidence[] {
    const bytes = call.call === 'PullImage' ? this.#bytes(call) : null;
    return bytes === null ? [] : [bytes];
  }

  #witnesses(call: CallRecord): readonly Evidence[] {
    const found = [this.#hang(call), ...this.#ofKind(call)];
    return found.filter((item) => item !== null);
  }

  /** A runtime that answers nobody has not ended this call either. */
  #hang({ beganAtMs }: CallRecord): Evidence | null {
    const { state, message, hangingCall } = this.#snapshot.health;
    if (state !== 'hung' || beganAtMs === null) return null;
    return quote('cri', hangingCall ?? 'Version', this.#nowMs, message ?? 'does not answer');
  }

  #ofKind(call: CallRecord): readonly (Evidence | null)[] {
    switch (call.call) {
      case 'PullImage':
        return [this.#intent(call), this.#waitsForImage(call)];
      case 'RunPodSandbox':
        return [this.#process(call, RUN_KINDS), this.#isBeingMade(call)];
      case 'CreateContainer':
        return [this.#process(call, START_KINDS), this.#isBeingMade(call)];
      case 'StartContainer':
        return [this.#containerIs(call, 'created'), this.#process(call, START_KINDS)];
      case 'StopContainer':
        return [this.#containerIs(call, 'running')];
      case 'StopPodSandbox':
        return [this.#sandboxIs(call, 'ready'), this.#process(call, RUN_KINDS)];
      case 'RemoveContainer':
        return [this.#containerIs(call, null)];
      case 'RemovePodSandbox':
        return [this.#sandboxIs(call, null)];
      default:
        return call.call satisfies never;
    }
  }

  #bytes(call: CallRecord): Evidence | null {
    const activity = this.#pulls.activities?.get(normalizeImage(call.imageRef ?? ''));
    if (activity === undefined || activity.isShared) return null;
    const isHeld =
      activity.layers.some((layer) => layer.state === 'downloading') ||
      (activity.unpack !== null && activity.unpack.snapshotKey !== null);
    return isHeld ? measurePull(activity, call.beganAtMs, this.#nowMs).evidence : null;
  }

  #intent(call: CallRecord): Evidence | null {
    const intent = this.#pulls.intents?.get(normalizeImage(call.imageRef ?? ''));
    if (intent === undefined) return null;
    const text = `kubelet notes that it pulls ${intent.image}`;
    return quote('host', intent.path, intent.sinceMs, text);
  }

  #waitsForImage(call: CallRecord): Evidence | null {
    for (const owner of this.#owners.of(call)) {
      const silent = owner.isMade ? null : this.#kubeletSilent(call, owner);
      const waits = this.#kubeletWaits(call, owner) ?? silent;
      if (waits !== null) return waits;
    }
    return null;
  }

  /** The runtime's lists do not have it yet, and kubelet still waits for it. */
  #isBeingMade(call: CallRecord): Evidence | null {
    const [owner] = this.#owners.of(call);
    if (owner === undefined || this.#isMade(call, owner)) return null;
    return this.#kubeletWaits(call, owner) ?? this.#kubeletSilent(call, owner);
  }

  #isMade(call: CallRecord, owner: CallOwner): boolean {
    const { sandboxes, sandboxesAtMs, containers, containersAtMs } = this.#known();
    const readAtMs = call.call === 'RunPodSandbox' ? sandboxesAtMs : containersAtMs;
    // A list older than the call tells nothing of it.
    if (readAtMs < (call.beganAtMs ?? 0)) return true;
    if (call.call === 'RunPodSandbox') {
      return [...sandboxes.values()].some(
        (item) =>
          (item.uid === owner.uid || `${item.namespace}/${item.name}` === podName(owner)) &&
          item.attempt >= (call.pod?.attempt ?? 0),
      );
    }
    return [...containers.values()].some(
      (item) =>
        item.sandboxId === call.sandboxId &&
        item.name === owner.container &&
        item.attempt >= (owner.attempt ?? 0),
    );
  }

  #kubeletWaits(call: CallRecord, owner: CallOwner): Evidence | null {
    const { kubeletPods, kubeletAtMs } = this.#known();
    if (kubeletAtMs < (call.beganAtMs ?? 0)) return null;
    const pod = kubeletPods.get(podName(owner));
    const waiting = pod?.containers.find(
      ({ name, state }) =>
        (owner.container === null || name === owner.container) &&
        state.kind === 'waiting' &&
        MAKING.has(state.reason),
    );
    if (waiting === undefined || waiting.state.kind !== 'waiting') return null;
    const where = `GET /pods containerStatuses[${waiting.name}].state.waiting`;
    const text = `${podName(owner)} still waits: ${waiting.state.reason}`;
    return quote('kubelet', where, kubeletAtMs, text);
  }

  /** kubelet logs the end of every call that fails: as long as it says nothing, the call has not come back to it. */
  #kubeletSilent(call: CallRecord, owner: CallOwner): Evidence | null {
    const { hasKubeletLog, troubleAtMs } = this.#known();
    const beganAtMs = call.beganAtMs ?? 0;
    if (!hasKubeletLog || (troubleAtMs.get(podName(owner)) ?? 0) >= beganAtMs) return null;
    const text = `kubelet's log tells no error of ${podName(owner)} since ${clockWords(beganAtMs)}`;
    return quote('kubelet-log', 'Error syncing pod', this.#nowMs, text);
  }

  #containerIs(call: CallRecord, state: Container['state'] | null): Evidence | null {
    const { containers, containersAtMs } = this.#known();
    const found = call.containerId === null ? undefined : containers.get(call.containerId);
    if (found === undefined || containersAtMs < (call.beganAtMs ?? 0)) return null;
    if (state !== null && found.state !== state) return null;
    const where = `ListContainers ${shortId(found.id)}`;
    return quote('cri', where, containersAtMs, `${found.name} is still ${found.state}`);
  }

  #sandboxIs(call: CallRecord, state: Sandbox['state'] | null): Evidence | null {
    const { sandboxes, sandboxesAtMs } = this.#known();
    const found = call.sandboxId === null ? undefined : sandboxes.get(call.sandboxId);
    if (found === undefined || sandboxesAtMs < (call.beganAtMs ?? 0)) return null;
    if (state !== null && found.state !== state) return null;
    const where = `ListPodSandbox ${shortId(found.id)}`;
    const text = `the sandbox of ${found.namespace}/${found.name} is still ${found.state === 'ready' ? 'Ready' : 'listed'}`;
    return quote('cri', where, sandboxesAtMs, text);
  }

  /** A program that the runtime runs for this very call. */
  #process(call: CallRecord, kinds: ReadonlySet<NodeProcess['kind']>): Evidence | null {
    const [owner] = this.#owners.of(call);
    const ids = [call.sandboxId, call.containerId].filter((id) => id !== null);
    const found = this.#processes.find((process) => {
      if (!kinds.has(process.kind)) return false;
      const isYounger = (process.startedAtMs ?? 0) >= (call.beganAtMs ?? 0) - SLACK_MS;
      const isItsId =
        process.sandboxOrContainerId !== null && ids.includes(process.sandboxOrContainerId);
      const isItsPod = process.podUid !== null && process.podUid === owner?.uid;
      return isYounger && (isItsId || isItsPod);
    });
    if (found === undefined) return null;
    const age =
      found.startedAtMs === null ? '' : ` for ${spanWords(this.#nowMs - found.startedAtMs)}`;
    const text = `${found.command} (pid ${found.pid}) has been running${age}`;
    return quote('host', `/proc/${found.pid}`, found.startedAtMs, text);
  }

  #noWitness(call: CallRecord): string {
    const lacking = LACKING[call.call](this.#snapshot);
    const why = lacking.length === 0 ? '' : ` (${lacking.join(', ')} cannot be read)`;
    return `no end is logged, and nothing else shows that it is under way${why}`;
  }

  #known(): WitnessLists {
    this.#lists ??= witnessLists(this.#snapshot);
    return this.#lists;
  }
}

const RUN_KINDS: ReadonlySet<NodeProcess['kind']> = new Set(['cni', 'shim']);
const START_KINDS: ReadonlySet<NodeProcess['kind']> = new Set(['runtime']);

function podName(owner: CallOwner): string {
  return `${owner.namespace}/${owner.name}`;
}

type Lacking = (snapshot: NodeSnapshot) => readonly string[];

/** The sources that could have told, as far as they cannot be read. */
const kubeletLacking: Lacking = ({ kubeletPods, kubeletLog }) =>
  kubeletPods.available || kubeletLog.available ? [] : ['kubelet', "kubelet's log"];
const criLacking: Lacking = ({ containers, sandboxes }) =>
  containers.available && sandboxes.available ? [] : ["the runtime's lists"];

const LACKING: Readonly<Record<JournalCall, Lacking>> = {
  RunPodSandbox: kubeletLacking,
  PullImage: (snapshot) => [
    ...(snapshot.ingests.available ? [] : ['the bytes of pulls']),
    ...kubeletLacking(snapshot),
  ],
  CreateContainer: kubeletLacking,
  StartContainer: criLacking,
  StopContainer: criLacking,
  StopPodSandbox: criLacking,
  RemoveContainer: criLacking,
  RemovePodSandbox: criLacking,
};

/** For calls that began and did not end: a lost log line must never read as a call that hangs. */
export function callWitnesses(
  snapshot: NodeSnapshot,
  owners: CallOwners,
  nowMs: number,
): CallWitnesses {
  return new SnapshotWitnesses(snapshot, owners, nowMs);
}
