import type { FixStep } from '../../contract/fix.ts';
import type { StoppedPodView } from '../pod-view.ts';
import { fillPlaces, type NodeNames } from './fill-places.ts';
import type { Rung } from './rung.ts';
import { FIX_TABLES } from './tables.ts';

const ladders: ReadonlyMap<string, readonly Rung[]> = new Map(
  FIX_TABLES.flatMap((table) => Object.entries(table)),
);

type Names = StoppedPodView | NodeNames | null;

function runtimeOf(of: Names): string | null {
  if (of === null) return null;
  return 'containers' in of ? of.node.runtimeName : of.runtimeName;
}

function commandOf(rung: Rung, of: Names): string | null {
  if (rung.command === null) return null;
  const runtime = runtimeOf(of);
  const usual = fillPlaces(rung.command, of);
  if (rung.onCrio === null) return usual;
  const crio = fillPlaces(rung.onCrio, of);
  if (runtime === null) return `${usual}  # CRI-O: ${crio}`;
  return runtime === 'cri-o' ? crio : usual;
}

/** What mends the cause, least harm first; names of the pod (or only of the node) in the commands, words to replace else. */
export function fixLadder(causeId: string, of: Names): readonly FixStep[] {
  return (ladders.get(causeId) ?? []).map((rung) => ({
    text: rung.text,
    command: commandOf(rung, of),
    cost: rung.cost,
    harm: rung.harm,
  }));
}

/** The causes that have a ladder. */
export function causesWithFix(): readonly string[] {
  return [...ladders.keys()];
}
