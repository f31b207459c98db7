import type { CallList, CallRow } from './contract/call.ts';
import type { Explanation } from './contract/explain.ts';
import type { FindingList } from './contract/finding.ts';
import type { ImageList } from './contract/image-list.ts';
import type { LiveChange } from './contract/live.ts';
import type { NodeStatus } from './contract/node-status.ts';
import type { PodDetail, PodRow } from './contract/pod.ts';
import type { Report } from './contract/report.ts';
import type { StatsList, StatsSeries } from './contract/stats.ts';
import type { ContainerLogs } from './logs/container-logs.ts';

/** Which pod is meant; without a uid the newest of that name. */
export interface PodRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
}

/** Which container's log is meant: by id, or by the names its files bear, which outlive it. */
export type ContainerRef =
  | { readonly id: string }
  | {
      readonly namespace: string;
      readonly podName: string;
      readonly podUid: string;
      readonly container: string;
      /** Null: the newest that left a log. */
      readonly attempt: number | null;
    };

export interface AskOptions {
  readonly signal: AbortSignal;
}

/** Which calls are meant; null asks for all. */
export interface CallQuestion {
  readonly pod: PodRef | null;
  /** Heard of since then, Unix ms. */
  readonly sinceMs: number | null;
  readonly calls: readonly string[] | null;
  readonly outcomes: readonly CallRow['outcome'][] | null;
  /** In the filter language of calls. */
  readonly q: string;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after: { readonly id: string; readonly atMs: number } | null;
}

/** Which containers' figures are meant. */
export interface StatsQuestion {
  /** Null asks for all; a pod asked for is measured every second for a while. */
  readonly pod: PodRef | null;
  /** Points of each container for a small line; 0 for none. */
  readonly recent: number;
}

/** All pods of one judgement, by namespace and name. */
export interface PodRows {
  readonly asOf: string;
  readonly stale: boolean;
  readonly pods: readonly PodRow[];
}

/** Stacks in a capture: of the kernel by reading /proc; of the runtime by a signal on which it writes its own. */
export type StackWish = 'none' | 'kernel' | 'runtime';

/**
 * Everything a route may ask, nothing about how. No question waits for the runtime longer than about half a second:
 * what is known is answered, marked stale.
 */
export interface Runtime {
  /** Asks nothing. */
  nodeName(): string;
  /** The clock of what is told: now on a node, the moment of the capture where one is shown. */
  nowMs(): number;
  /** True from the first successful Version on; asks nothing. */
  isReady(): boolean;
  node(options: AskOptions): Promise<NodeStatus>;
  pods(options: AskOptions): Promise<PodRows>;
  /** Null when no such pod is on this node. */
  pod(ref: PodRef, options: AskOptions): Promise<PodDetail | null>;
  findings(options: AskOptions): Promise<FindingList>;
  /** One page of the call journal. With a time further back than the log is kept it is read back, for at most 3 s. */
  calls(question: CallQuestion, options: AskOptions): Promise<CallList>;
  /** What images are on the node, and who uses them. */
  images(options: AskOptions): Promise<ImageList>;
  /** What the containers that run use now. Measured only while somebody asks. */
  stats(question: StatsQuestion, options: AskOptions): Promise<StatsList>;
  /** One container's line, after `sinceMs` where that is given; null when no such container is known. */
  containerStats(
    containerId: string,
    sinceMs: number | null,
    options: AskOptions,
  ): Promise<StatsSeries | null>;
  /** Evidence about one pod, or about the node, without secrets; null when no such pod is known. */
  report(ref: PodRef | null, options: AskOptions): Promise<Report | null>;
  /** The black box: everything the judgement rests on, as the lines of a capture file. */
  capture(wish: StackWish, options: AskOptions): Promise<Iterable<string>>;
  /**
   * The logs of a container, straight from the node's files; null when no such container is known and kubelet kept no link
   * for it. Throws LogError when its log must not be read.
   */
  containerLogs(ref: ContainerRef, options: AskOptions): Promise<ContainerLogs | null>;
  /** What an error text tells by itself; asks nothing and never throws. */
  explain(text: string): Explanation;
  /**
   * What changes, beginning with everything. Changes that come faster than they are taken are folded into one, so a
   * slow reader costs nothing and misses nothing. Ends with the signal.
   */
  live(pod: PodRef | null, options: AskOptions): AsyncIterable<LiveChange>;
  close(): Promise<void>;
}
