import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { KubeletContainer, KubeletPod } from '../contract/kubelet-pod.ts';
import type { RuntimeHealth, SourceName } from '../contract/node-status.ts';
import type { PullProgress } from '../contract/pull-progress.ts';
import type {
  Container,
  ContainerStatus,
  Ingest,
  RuntimeStatus,
  Sandbox,
  SandboxStatus,
} from '../contract/runtime-objects.ts';
import type { ContainerType, PodKind, Stage, StageState } from '../contract/stage.ts';
import type { StageStep } from '../contract/stage-step.ts';
import type { PodLogDirectory, StaticManifest } from '../snapshot/node-snapshot.ts';
import type { NodeSurroundings, PodFacts } from './pod-facts.ts';
import type { PullFacts } from './pull-facts.ts';

/** What the node as a whole tells; the same object for every pod of a snapshot. */
export interface NodeFacts {
  readonly nodeName: string;
  readonly health: RuntimeHealth;
  readonly runtimeName: string | null;
  readonly runtime: RuntimeStatus | null;
  /** Which sources answered; what is missing names itself in a verdict's `needs`. */
  readonly has: Readonly<Record<SourceName, boolean>>;
  /** When kubelet's /pods was read, null without it. */
  readonly kubeletAsOfMs: number | null;
  /** Pulls that began and did not end, oldest first. */
  readonly openPulls: readonly CallRecord[];
  /** The newest failed pull of each image, oldest first. */
  readonly failedPulls: readonly CallRecord[];
  /** Blobs being written; null where the runtime does not tell. */
  readonly ingests: readonly Ingest[] | null;
  /** Normalised names and ids of the images present; null when the list is missing. */
  readonly presentImages: ReadonlySet<string> | null;
  readonly pulling: PullFacts;
  /** What tells of the node beside runtime and kubelet. */
  readonly around: NodeSurroundings;
}

/** The reason for which kubelet holds a container, in its own words. */
export interface Waiting {
  readonly reason: string;
  readonly message: string;
  readonly evidence: Evidence;
}

/** One container of a pod: its newest attempt, and what the other sources say about the same name. */
export interface ContainerView {
  readonly name: string;
  readonly type: ContainerType;
  readonly image: string | null;
  /** The newest attempt's record in the runtime; null when there is none. */
  readonly record: Container | null;
  readonly status: ContainerStatus | null;
  /** Older attempts still listed, newest first. */
  readonly older: readonly Container[];
  readonly kubelet: KubeletContainer | null;
  /** Null where kubelet does not hold it, or where neither kubelet nor its log tells. */
  readonly waiting: Waiting | null;
  readonly logTail: readonly string[];
  /** Calls of this container, oldest first. */
  readonly pulls: readonly CallRecord[];
  readonly creates: readonly CallRecord[];
  readonly starts: readonly CallRecord[];
  readonly stops: readonly CallRecord[];
  /** Why pulls, which name only an image, are held to be this container's; null when kubelet or the record says so. */
  readonly pullBasis: Evidence | null;
  /** What the static pod's file asks for, where kubelet cannot be asked. */
  readonly declared?: StaticManifest['containers'][number];
}

/** A sentence of a program about the failure, with its place. The first clue of a stage is the failing call's own. */
export interface Clue {
  readonly text: string;
  readonly evidence: Evidence;
}

/** One cell of a pod's pipeline, with what its judgement rests on. */
export interface StageResult {
  readonly stage: Stage;
  readonly container: string | null;
  readonly state: StageState;
  readonly word: string;
  readonly detail: string | null;
  readonly startedAtMs: number | null;
  readonly durationMs: number | null;
  readonly attempt: number | null;
  /** Since when the stage is in this state, for the verdict. */
  readonly sinceMs: number | null;
  readonly nextRetryAtMs: number | null;
  readonly evidence: readonly Evidence[];
  /** Error texts, the failing call's first, lines joined by id or time after it. */
  readonly clues: readonly Clue[];
  /** kubelet's or the runtime's reason word. */
  readonly reason: string | null;
  /** Sources that would tell more. */
  readonly needs: readonly SourceName[];
  /** True when a running stage took longer than it may. */
  readonly isOverdue: boolean;
  /** Its parts in order, where evidence tells them. */
  readonly steps?: readonly StageStep[];
  /** Of a pull in flight, or one that waits. */
  readonly progress?: PullProgress;
}

/** A pod as all sources together show it: the input of stages and causes. */
export interface PodView {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly kind: PodKind;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly createdAtMs: number | null;
  readonly node: NodeFacts;
  /** Newest attempt first; only the first decides. */
  readonly sandboxes: readonly Sandbox[];
  readonly sandboxStatus: SandboxStatus | null;
  /** In the order kubelet starts them: init and sidecars, app, ephemeral. */
  readonly containers: readonly ContainerView[];
  readonly kubelet: KubeletPod | null;
  readonly manifest: StaticManifest | null;
  readonly logDirectory: PodLogDirectory | null;
  /** RunPodSandbox calls, oldest first. */
  readonly sandboxCalls: readonly CallRecord[];
  /** StopPodSandbox and RemovePodSandbox of the newest sandbox, oldest first. */
  readonly teardownCalls: readonly CallRecord[];
  /** kubelet's lines that name this pod, oldest first. */
  readonly kubeletLog: readonly LogLine[];
  /** The runtime's warnings and errors that name one of this pod's ids, oldest first. */
  readonly runtimeLog: readonly LogLine[];
  /** True when the pod is on its way down. */
  readonly isTerminating: boolean;
  /** What the node itself and the API server tell of it. */
  readonly facts: PodFacts;
}

/** A pod with its pipeline and the cell where it stopped (null: nothing stopped it). This is what causes judge. */
export interface StoppedPodView extends PodView {
  readonly results: readonly StageResult[];
  readonly stop: StageResult | null;
  /** The clues that causes of texts may read now: the failing call's own first, joined lines when it tells nothing. */
  readonly textClues: readonly Clue[];
}
