import type { FixStep } from '../../contract/fix.ts';
import type { StoppedPodView } from '../pod-view.ts';
import { fillPlaces } from './fill-places.ts';
import type { Rung } from './rung.ts';
import { FIX_TABLES } from './tables.ts';

const ladders: ReadonlyMap<string, readonly Rung[]> = new Map(
  FIX_TABLES.flatMap((table) => Object.entries(table)),
);

function commandOf(rung: Rung, view: StoppedPodView | null): string | null {
  if (rung.command === null) return null;
  const runtime = view?.node.runtimeName ?? null;
  const usual = fillPlaces(rung.command, view);
  if (rung.onCrio === null) return usual;
  const crio = fillPlaces(rung.onCrio, view);
  if (runtime === null) return `${usual}  # CRI-O: ${crio}`;
  return runtime === 'cri-o' ? crio : usual;
}

/** What mends the cause, least harm first, with this pod's names in the commands; words to replace without a pod. */
export function fixLadder(causeId: string, view: StoppedPodView | null): readonly FixStep[] {
  return (ladders.get(causeId) ?? []).map((rung) => ({
    text: rung.text,
    command: commandOf(rung, view),
    cost: rung.cost,
    harm: rung.harm,
  }));
}

/** The causes that have a ladder. */
export function causesWithFix(): readonly string[] {
  return [...ladders.keys()];
}
