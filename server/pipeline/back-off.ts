import type { ExitFacts } from './exit-facts.ts';
import type { ContainerView } from './pod-view.ts';
import { parseGoDuration } from './time.ts';

const BACK_OFF = /^back-off (\S+) restarting failed/;

/** When kubelet will start the container again: the end of the last try plus the wait it names; null when not told. */
export function backOffRetryAt(container: ContainerView, exit: ExitFacts): number | null {
  if (container.waiting === null || exit.finishedAtMs === null) return null;
  const wait = BACK_OFF.exec(container.waiting.message)?.[1];
  const waitMs = wait === undefined ? null : parseGoDuration(wait);
  return waitMs === null ? null : exit.finishedAtMs + waitMs;
}
