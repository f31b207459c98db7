import type { Evidence } from '../contract/evidence.ts';
import { quote } from './evidence.ts';
import type { ContainerView, PodView } from './pod-view.ts';

/** Evidence that kubelet holds the container at a waiting reason. */
export function quoteWaiting(view: PodView, container: ContainerView): Evidence | null {
  const state = container.kubelet?.state;
  if (state?.kind !== 'waiting') return null;
  const text = state.message === '' ? state.reason : `${state.reason}: ${state.message}`;
  const where = `GET /pods containerStatuses[${container.name}].state.waiting`;
  return quote('kubelet', where, view.node.kubeletAsOfMs, text);
}
