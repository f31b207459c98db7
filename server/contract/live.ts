import type { CallList } from './call.ts';
import type { Explanation } from './explain.ts';
import type { Finding, FindingList } from './finding.ts';
import type { ImageList } from './image-list.ts';
import type { NodeStatus } from './node-status.ts';
import type { PodDetail, PodList, PodRow } from './pod.ts';

/** One message of GET /events, event name "change". The first one after connecting carries everything. */
export interface LiveChange {
  /** Grows by one with each published judgement; a gap tells that messages were dropped. */
  readonly version: number;
  /** The server's clock: ages are told by it, not by the browser's, and old data do not hold it back. */
  readonly now?: string;
  readonly asOf: string;
  readonly stale: boolean;
  readonly node: NodeStatus;
  /** Null when unchanged since the last message of this stream. */
  readonly findings: readonly Finding[] | null;
  readonly pods: {
    /** True: `upserted` is the whole list. */
    readonly complete: boolean;
    readonly upserted: readonly PodRow[];
    /** Keys as of `podKey`. */
    readonly removed: readonly string[];
  };
  /** The pod asked for by ?pod=, null when it is unchanged; `gone` when it is no more. */
  readonly pod: PodDetail | 'gone' | null;
}

/** One pod among all: uid where there is one, since a name can come back with another uid. */
export function podKey(pod: {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
}): string {
  return `${pod.namespace}/${pod.name}/${pod.uid ?? ''}`;
}

export type Role = 'viewer' | 'operator' | 'admin';

export interface Session {
  readonly user: string;
  readonly role: Role;
  /** Kinds that --allow switched on. */
  readonly allowed: readonly string[];
}

/** What a page needs before any script runs: fetched once, by the renderer, with a one-time capability. */
export interface FirstView {
  /** The server's clock. */
  readonly now?: string;
  readonly session: Session;
  readonly node: NodeStatus;
  readonly view:
    | {
        readonly page: 'node';
        readonly findings: FindingList;
        /** Some of the pods that need a person, told before the stream brings all. */
        readonly stuck?: readonly PodRow[];
      }
    | { readonly page: 'pods'; readonly pods: PodList; readonly query: string }
    | {
        readonly page: 'pod';
        readonly pod: PodDetail | null;
        readonly namespace: string;
        readonly name: string;
      }
    | {
        readonly page: 'explain';
        readonly text: string;
        /** Null where no text was given. */
        readonly answer: Explanation | null;
      }
    | { readonly page: 'calls'; readonly calls: CallList; readonly query: string }
    | { readonly page: 'images'; readonly images: ImageList; readonly query: string }
    | { readonly page: 'other' };
}
