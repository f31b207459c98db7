import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { HOW_TO_ENABLE, KubeletError } from './kubelet-error.ts';
import { splitItems } from './split-items.ts';
import { toKubeletPod, toKubeletPods } from './to-kubelet-pod.ts';

export interface PodsAnswer {
  readonly pods: readonly KubeletPod[];
  /** Items that could not be read as a pod. */
  readonly malformed: number;
}

interface ReadItem {
  readonly bytes: Buffer;
  readonly pod: KubeletPod | null;
}

/**
 * Turns bodies of /pods into pods. An item whose bytes came before is not parsed again: on a calm node nothing is, on a
 * busy one a few of hundreds are.
 */
export class PodsReader {
  #lastBody: Buffer | null = null;
  #lastAnswer: PodsAnswer | null = null;
  /** Items of the last body by their length, which tells most of them apart. */
  #items = new Map<number, ReadItem[]>();

  /** Throws KubeletError when the body is no list of pods. */
  read(body: Buffer, where: string): PodsAnswer {
    if (this.#lastAnswer !== null && this.#lastBody?.equals(body)) return this.#lastAnswer;
    const answer = this.#readItems(body) ?? readWhole(body, where);
    this.#lastBody = body;
    this.#lastAnswer = answer;
    return answer;
  }

  /** Null when the body has not the form that kubelet writes. */
  #readItems(body: Buffer): PodsAnswer | null {
    const spans = splitItems(body);
    if (spans === null) return null;
    const items: ReadItem[] = [];
    for (const { start, end } of spans) {
      const item = this.#readItem(body.subarray(start, end));
      if (item === null) return null;
      items.push(item);
    }
    this.#items = byLength(items);
    const pods = items.flatMap((item) => item.pod ?? []);
    return { pods, malformed: items.length - pods.length };
  }

  #readItem(bytes: Buffer): ReadItem | null {
    const known = this.#items.get(bytes.length)?.find((item) => item.bytes.equals(bytes));
    if (known !== undefined) return { bytes, pod: known.pod };
    const json = parseOrUndefined(bytes);
    return json === undefined ? null : { bytes, pod: toKubeletPod(json) };
  }
}

function byLength(items: readonly ReadItem[]): Map<number, ReadItem[]> {
  const groups = new Map<number, ReadItem[]>();
  for (const item of items) {
    const group = groups.get(item.bytes.length);
    if (group === undefined) groups.set(item.bytes.length, [item]);
    else group.push(item);
  }
  return groups;
}

/** Undefined, which JSON cannot say, for what is no JSON. */
function parseOrUndefined(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined; // The caller reads the whole body then, and tells what is wrong with it.
  }
}

function readWhole(body: Buffer, where: string): PodsAnswer {
  const json = parseOrUndefined(body);
  if (json === undefined) {
    throw new KubeletError(`${where} did not answer with JSON`, { enable: HOW_TO_ENABLE });
  }
  const answer = toKubeletPods(json);
  if (answer === null) {
    throw new KubeletError(`${where} did not answer with a list of pods`, {
      enable: HOW_TO_ENABLE,
    });
  }
  return answer;
}
