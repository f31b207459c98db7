import type { Evidence } from '../contract/evidence.ts';
import type { NodeMount, NodeProcess, TermHandling } from '../contract/host-facts.ts';
import { quote } from './evidence.ts';
import type { ContainerView, PodView } from './pod-view.ts';
import { shorten } from './status-words.ts';

/** 60 characters: a command line cut to what tells programs apart. */
const MAX_COMMAND_LENGTH = 60;

/** A process, shim or mount that keeps a pod from going. */
export interface Obstacle {
  readonly words: string;
  readonly evidence: Evidence;
  /** It sleeps in the kernel: even KILL does not reach it. */
  readonly isUninterruptible: boolean;
}

const TERM_WORDS: Readonly<Record<TermHandling, string | null>> = {
  ends: null,
  caught: 'it handles TERM itself',
  ignored: 'it ignores TERM',
  'no-handler': 'first process of its container and without a handler for TERM: TERM is dropped',
};

function termWords(item: NodeProcess): string | null {
  if (item.termHandling != null) return TERM_WORDS[item.termHandling];
  return item.ignoresTerm === true ? 'it does not end by TERM alone' : null;
}

function processObstacle(item: NodeProcess): Obstacle {
  const command = shorten(item.command, MAX_COMMAND_LENGTH);
  const isUninterruptible = item.state === 'D';
  const held = item.waitChannel === null ? '' : ` in ${item.waitChannel}`;
  const parts = [
    `${item.kind === 'shim' ? 'the shim, ' : ''}pid ${item.pid} ${command}`,
    isUninterruptible ? `uninterruptible${held} (state D)` : null,
    item.state === 'Z' ? 'ended, not yet reaped' : null,
    item.state === 'T' ? 'stopped (state T)' : null,
    isUninterruptible || item.kind === 'shim' ? null : termWords(item),
  ].filter((part) => part !== null);
  const text = `pid ${item.pid} ${command}, state ${item.state}${held}`;
  return {
    words: parts.join(', '),
    evidence: quote('host', `/proc/${item.pid}/status`, item.startedAtMs, text),
    isUninterruptible,
  };
}

/** A process in the kernel first, then what ignores TERM, then the others. */
function weight(item: NodeProcess): number {
  if (item.state === 'D') return 0;
  return item.ignoresTerm === true ? 1 : 2;
}

function worst(processes: readonly NodeProcess[]): NodeProcess | null {
  let found: NodeProcess | null = null;
  for (const item of processes) if (found === null || weight(item) < weight(found)) found = item;
  return found;
}

/** The process of a container that should have ended, else its shim. */
export function processOf(view: PodView, container: ContainerView): Obstacle | null {
  const id = container.record?.id;
  if (id === undefined) return null;
  const own = view.facts.processes.filter(
    (item) => item.kind !== 'shim' && item.sandboxOrContainerId === id,
  );
  const sandboxId = view.sandboxes[0]?.id;
  const shims = view.facts.processes.filter(
    (item) =>
      item.kind === 'shim' &&
      (item.sandboxOrContainerId === id || item.sandboxOrContainerId === sandboxId),
  );
  const found = worst(own) ?? worst(shims);
  return found === null ? null : processObstacle(found);
}

/** The CNI plugin at work for this pod, or its shim. */
export function sandboxObstacle(view: PodView): Obstacle | null {
  const plugin = view.facts.processes.find((item) => item.kind === 'cni');
  if (plugin !== undefined) {
    const { words, evidence, isUninterruptible } = processObstacle(plugin);
    return { words: `CNI plugin, ${words}`, evidence, isUninterruptible };
  }
  const shim = view.facts.processes.find((item) => item.kind === 'shim');
  return shim === undefined ? null : processObstacle(shim);
}

/** Volumes of the pod that are still mounted. */
export function volumeMounts(view: PodView): readonly NodeMount[] {
  return view.facts.mounts.filter((item) => item.volumeName !== null);
}

/** A mount as the thing that is waited for. */
export function mountObstacle(mount: NodeMount, others: number): Obstacle {
  const more = others === 0 ? '' : ` and ${others} more`;
  const text = `${mount.source} on ${mount.mountPoint} type ${mount.fsType}`;
  return {
    words: `the mount of volume ${mount.volumeName ?? mount.mountPoint} (${mount.fsType})${more}`,
    evidence: quote('host', '/proc/self/mountinfo', null, text),
    isUninterruptible: false,
  };
}
