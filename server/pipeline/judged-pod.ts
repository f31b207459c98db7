import type { PodDetail } from '../contract/pod.ts';
import type { FoundCause } from './found-cause.ts';
import type { StoppedPodView } from './pod-view.ts';

/** A pod with what was judged of it. */
export interface JudgedPod {
  readonly view: StoppedPodView;
  readonly detail: PodDetail;
  readonly found: FoundCause | null;
}
