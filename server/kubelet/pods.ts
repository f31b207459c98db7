import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { HOW_TO_ENABLE, KubeletError } from './kubelet-error.ts';
import { toKubeletPods } from './to-kubelet-pod.ts';

export interface PodsAnswer {
  readonly pods: readonly KubeletPod[];
  /** Items that could not be read as a pod. */
  readonly malformed: number;
}

/** Turns bodies of /pods into pods and remembers the last one: on a calm node the same bytes come again and again. */
export class PodsReader {
  #lastBody: Buffer | null = null;
  #lastAnswer: PodsAnswer | null = null;

  /** Throws KubeletError when the body is no list of pods. */
  read(body: Buffer, where: string): PodsAnswer {
    if (this.#lastAnswer !== null && this.#lastBody?.equals(body)) return this.#lastAnswer;
    let json: unknown;
    try {
      json = JSON.parse(body.toString('utf8'));
    } catch (error) {
      throw new KubeletError(`${where} did not answer with JSON`, {
        cause: error,
        enable: HOW_TO_ENABLE,
      });
    }
    const answer = toKubeletPods(json);
    if (answer === null) {
      throw new KubeletError(`${where} did not answer with a list of pods`, {
        enable: HOW_TO_ENABLE,
      });
    }
    this.#lastBody = body;
    this.#lastAnswer = answer;
    return answer;
  }
}
