import { isSame } from './is-same.ts';
import { NodeNow, type NodeReads, noteReads } from './node-reads.ts';
import type { ContainerView, NodeFacts, PodView, Waiting } from './pod-view.ts';

/** 5 s: what depends on the time alone is judged anew as often as on a node where nothing happens (live/judge.ts). */
export const FRESH_MS = 5_000;
/** 30 s: of a pod that nothing stops, and of which nothing new is told, time alone changes nothing; this is for what was not thought of. */
export const CALM_MS = 30_000;

/** What was made of a pod, and whether nothing stops it. */
export interface Remembered<T> {
  readonly value: T;
  readonly isCalm: boolean;
}

interface Entry<T> extends Remembered<T> {
  readonly view: PodView;
  readonly reads: NodeReads;
  readonly atMs: number;
}

function isSameWaiting(a: Waiting | null, b: Waiting | null): boolean {
  if (a === null || b === null) return a === b;
  // Not when it was read: kubelet is asked every 2 s.
  return (
    a.reason === b.reason &&
    a.message === b.message &&
    isSame({ ...a.evidence, at: null }, { ...b.evidence, at: null })
  );
}

/** By key and not by spread: this runs for every pod with every judgement, and most of what it meets is the same object. */
function differs<T extends object>(a: T, b: T, apart: readonly (keyof T)[]): boolean {
  const keys = Object.keys(a) as (keyof T)[];
  if (keys.length !== Object.keys(b).length) return true;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at];
    if (key === undefined || a[key] === b[key] || apart.includes(key)) continue;
    if (!(key in b) || !isSame(a[key], b[key])) return true;
  }
  return false;
}

/** Labels and annotations are made of the first sandbox's and kubelet's, which are compared. */
const VIEW_APART: readonly (keyof PodView)[] = ['node', 'containers', 'labels', 'annotations'];
const CONTAINER_APART: readonly (keyof ContainerView)[] = ['waiting'];

/** Whether two views of a pod tell the same, the node's facts aside. */
function isSameView(a: PodView, b: PodView): boolean {
  if (a.containers.length !== b.containers.length || differs(a, b, VIEW_APART)) return false;
  return a.containers.every((item, index) => {
    const other = b.containers[index];
    return (
      other !== undefined &&
      isSameWaiting(item.waiting, other.waiting) &&
      !differs(item, other, CONTAINER_APART)
    );
  });
}

function keyOf({ namespace, name, uid }: PodView): string {
  return `${namespace}/${name}/${uid ?? ''}`;
}

/** The pods of one moment: each is judged anew, or is as it was. */
export interface MemoRound<T> {
  judge(view: PodView, fresh: (view: PodView) => Remembered<T>): T;
  /** Forgets the pods that were not asked for in this round. */
  end(): void;
}

/**
 * What was judged of each pod, with all that it rests on: its view, the facts of the node that were looked at, the time.
 * Whoever judges again and again owns one and hands it in; without one everything is judged, and the answer is the same but
 * for what time alone has changed in the last seconds.
 */
export class PodMemo<T> {
  #entries = new Map<string, Entry<T>>();

  /** `node` are the facts that all views of the round share; null where there is no pod. */
  begin(node: NodeFacts | null, atMs: number): MemoRound<T> {
    const now = node === null ? null : new NodeNow(node);
    const before = this.#entries;
    const entries = new Map<string, Entry<T>>();
    return {
      judge(view, fresh) {
        const key = keyOf(view);
        const known = before.get(key);
        if (known !== undefined && now !== null && isStillTrue(known, view, now, atMs)) {
          entries.set(key, known);
          return known.value;
        }
        const reads: NodeReads = new Map();
        const made = fresh({ ...view, node: noteReads(view.node, reads) });
        entries.set(key, { ...made, view, reads, atMs });
        return made.value;
      },
      end: () => {
        this.#entries = entries;
      },
    };
  }

  /** Lets go of everything: nobody looks. */
  clear(): void {
    this.#entries = new Map();
  }
}

function isStillTrue<T>(known: Entry<T>, view: PodView, now: NodeNow, atMs: number): boolean {
  const ageMs = atMs - known.atMs;
  if (ageMs < 0 || ageMs >= (known.isCalm ? CALM_MS : FRESH_MS)) return false;
  return now.confirms(known.reads) && isSameView(known.view, view);
}
