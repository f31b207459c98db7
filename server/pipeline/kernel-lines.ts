import type { LogLine } from '../contract/journal.ts';
import { quote } from './evidence.ts';
import type { Clue, ContainerView, PodView } from './pod-view.ts';

/** 10 s: the kernel's notice and the end of the process lie close together. */
const NEAR_MS = 10_000;
const OUT_OF_MEMORY =
  /\boom-kill:|out of memory: Kill|\bKilled process \d+|killed as a result of limit|killed due to memory\.oom\.group/i;
const KILLED = /Killed process \d+ \(/;
/** The node as a whole was short of memory, not the container's cgroup. */
const WHOLE_NODE = /constraint=CONSTRAINT_NONE|\bglobal_oom\b|(?:^|[^p] )Out of memory: Killed/;

/** The kernel's word that it killed a process of a container for want of memory. */
export interface KernelKill extends Clue {
  /** True: the node was out of memory; false: the container or pod had reached its limit. */
  readonly isNodeWide: boolean;
}

function clueOf(line: LogLine): Clue {
  return { text: line.message, evidence: quote('kernel-log', line.where, line.atMs, line.text) };
}

function isNamed(line: LogLine, container: ContainerView, isOnly: boolean): boolean {
  const id = container.record?.id;
  if (id !== undefined && line.text.includes(id.slice(0, 12))) return true;
  // Where the line names the pod alone, the one container that ended then is meant.
  return isOnly && !/[0-9a-f]{64}/.test(line.text);
}

/** The out-of-memory kill of this container near its end; null where the kernel tells none. */
export function kernelKill(
  view: PodView,
  container: ContainerView,
  endedAtMs: number | null,
): KernelKill | null {
  const lines = view.facts.kernelLog;
  if (lines.length === 0 || endedAtMs === null) return null;
  const isOnly = view.containers.length === 1;
  const near = lines.filter(
    (line) =>
      OUT_OF_MEMORY.test(line.text) &&
      Math.abs((line.atMs ?? 0) - endedAtMs) <= NEAR_MS &&
      isNamed(line, container, isOnly),
  );
  // "Killed process" names no container: it was joined by the process id of the line before it. It is the readable one.
  const told = near.find((line) => KILLED.test(line.message)) ?? near[0];
  if (told === undefined) return null;
  return { ...clueOf(told), isNodeWide: near.some((line) => WHOLE_NODE.test(line.text)) };
}
