import { isSame } from './is-same.ts';
import type { NodeFacts } from './pod-view.ts';

/**
 * What moves with every look though nothing happened: when kubelet was read. Left out as in the fingerprints of live;
 * what depends on it depends on the clock, and is judged anew as often.
 */
const UNTIMED = new Set(['kubeletAsOfMs']);
const AROUND = 'around.';

/** Facts of the node by their names; those about its surroundings begin with "around.". */
export type NodeReads = Map<string, unknown>;

/** The node's facts, noting in `reads` which of them were looked at and what they were. */
export function noteReads(node: NodeFacts, reads: NodeReads): NodeFacts {
  return new Proxy(node, {
    get(target, key: keyof NodeFacts & string) {
      if (key === 'around') return noteAround(target.around, reads);
      if (!UNTIMED.has(key)) reads.set(key, target[key]);
      return target[key];
    },
  });
}

function noteAround(around: NodeFacts['around'], reads: NodeReads): NodeFacts['around'] {
  return new Proxy(around, {
    get(target, key: keyof NodeFacts['around'] & string) {
      if (key !== 'changes') {
        reads.set(AROUND + key, target[key]);
        return target[key];
      }
      return () => {
        const changes = target.changes();
        reads.set(`${AROUND}changes`, changes);
        return changes;
      };
    },
  });
}

/** Names of facts that are compared without what only tells when it was asked. */
function comparable(name: string, value: unknown): unknown {
  if (name !== 'health') return value;
  return { ...Object(value), lastAnswerAt: null, callsInFlight: null };
}

/** The node's facts of this moment; each is compared once with a former value, however many pods rest on it. */
export class NodeNow {
  readonly #node: NodeFacts;
  readonly #same = new Map<string, Map<unknown, boolean>>();

  constructor(node: NodeFacts) {
    this.#node = node;
  }

  /** Whether all that was read then is what it is now. */
  confirms(reads: NodeReads): boolean {
    for (const [name, then] of reads) if (!this.#isSame(name, then)) return false;
    return true;
  }

  #isSame(name: string, then: unknown): boolean {
    let known = this.#same.get(name);
    if (known === undefined) {
      known = new Map();
      this.#same.set(name, known);
    }
    let isIt = known.get(then);
    if (isIt === undefined) {
      isIt = isSame(comparable(name, then), comparable(name, this.#valueOf(name)));
      known.set(then, isIt);
    }
    return isIt;
  }

  #valueOf(name: string): unknown {
    if (!name.startsWith(AROUND)) return this.#node[name as keyof NodeFacts];
    const key = name.slice(AROUND.length) as keyof NodeFacts['around'];
    return key === 'changes' ? this.#node.around.changes() : this.#node.around[key];
  }
}
