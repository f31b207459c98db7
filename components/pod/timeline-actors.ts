import type { TimelineEntry } from '../../server/contract/pod.ts';
import { ACTORS, type Actor } from './actors.ts';

export interface ActorChip {
  readonly actor: Actor;
  readonly count: number;
  readonly isShown: boolean;
  /** The address's parameter after the chip is pressed; null where all are shown. */
  readonly next: string | null;
}

/** Who is shown: those that the address names, all where it names none. */
export function shownActors(asked: string | null): ReadonlySet<Actor> {
  const named = ACTORS.filter((actor) => asked?.split(',').includes(actor));
  return new Set(named.length === 0 ? ACTORS : named);
}

/** A chip for each actor that has said something. Pressing the only one that is shown brings all back. */
export function toChips(
  entries: readonly TimelineEntry[],
  asked: string | null,
): readonly ActorChip[] {
  const shown = shownActors(asked);
  const present = ACTORS.filter((actor) => entries.some((entry) => entry.actor === actor));
  const isAll = present.every((actor) => shown.has(actor));
  return present.map((actor) => {
    const count = entries.filter((entry) => entry.actor === actor).length;
    const isShown = shown.has(actor);
    // From "all", a chip picks its actor alone: that is what a person wants who presses it.
    const rest = isAll
      ? [actor]
      : present.filter((other) => (other === actor ? !isShown : shown.has(other)));
    const isNextAll = rest.length === 0 || rest.length === present.length;
    return { actor, count, isShown, next: isNextAll ? null : rest.join(',') };
  });
}
