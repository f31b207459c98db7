import type { Probe, ProbeStep } from '../../server/contract/probe.ts';
import { PROBE_CALLS, type ProbeCall, type ProbeState } from '../../server/contract/probe-words.ts';
import type { IconState } from '../ui/state-icon.tsx';

/** The calls, and the way back. */
export const ROWS = [...PROBE_CALLS, 'CleanUp'] as const;
export type RowId = (typeof ROWS)[number];

export const ROW_LABEL: Readonly<Record<RowId, string>> = {
  RunPodSandbox: 'RunPodSandbox',
  PullImage: 'PullImage',
  CreateContainer: 'CreateContainer',
  StartContainer: 'StartContainer',
  Observe: 'Observe',
  CleanUp: 'Clean-up',
};

export const STATE_ICON: Readonly<Record<ProbeState, IconState>> = {
  pending: 'running',
  running: 'running',
  waiting: 'info',
  succeeded: 'ok',
  failed: 'failed',
  cancelled: 'skipped',
};

export const STATE_WORD: Readonly<Record<ProbeState, string>> = {
  pending: 'begins',
  running: 'runs',
  waiting: 'waits',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
};

const STEP_ICON: Readonly<Record<ProbeStep['state'], IconState>> = {
  pending: 'not-reached',
  running: 'running',
  ok: 'ok',
  skipped: 'skipped',
  failed: 'failed',
  cancelled: 'warning',
  'not-reached': 'not-reached',
};

const STEP_WORD: Readonly<Record<ProbeStep['state'], string>> = {
  pending: 'to come',
  running: 'in flight',
  ok: 'ok',
  skipped: 'skipped',
  failed: 'failed',
  cancelled: 'broken off',
  'not-reached': 'not called',
};

/** One line of the stepper. */
export interface Row {
  readonly id: RowId;
  readonly icon: IconState;
  readonly word: string;
  readonly sentence: string;
  readonly durationMs: number | null;
  readonly usualMs: number | null;
  /** Whether "next" makes this call. */
  readonly isNext: boolean;
}

/** All lines, those to come as well: their number never changes. */
export function rowsOf(probe: Probe): readonly Row[] {
  return [...probe.steps.map((step) => stepRow(step, probe)), cleanupRow(probe)];
}

function stepRow(step: ProbeStep, { state, next }: Probe): Row {
  const isNext = state === 'waiting' && next === step.call;
  return {
    id: step.call,
    icon: STEP_ICON[step.state],
    word: isNext ? 'next' : STEP_WORD[step.state],
    sentence: sentenceOf(step),
    durationMs: step.durationMs,
    usualMs: step.usualMs,
    isNext,
  };
}

/** What a call is for, while it has nothing to say yet. */
const PURPOSE: Readonly<Record<ProbeCall, string>> = {
  RunPodSandbox: 'The pod’s sandbox: namespaces, pause process, network.',
  PullImage: 'The image, where it is not here.',
  CreateContainer: 'The container: image, mounts, devices, security.',
  StartContainer: 'Its process.',
  Observe: 'What becomes of the process.',
};

function sentenceOf({ state, note, error, response, call }: ProbeStep): string {
  if (error !== null) return error.text.slice(...error.innermost) || error.text;
  if (note !== null) return note;
  return state === 'ok' ? (answerOf(response) ?? 'Answered.') : PURPOSE[call];
}

/** Enough of an id to tell it from others. */
const ID_CHARS = 16;

/** The first text of an answer: the id of what was made, the image that was found. */
function answerOf(response: ProbeStep['response']): string | null {
  for (const [name, value] of Object.entries(response ?? {})) {
    if (typeof value === 'string') return `${name} ${shorten(value)}`;
  }
  return null;
}

function shorten(text: string): string {
  return /^[0-9a-f]{20,}$/.test(text) ? text.slice(0, ID_CHARS) : text;
}

const CLEANUP_ICON = {
  pending: 'not-reached',
  running: 'running',
  done: 'ok',
  left: 'failed',
} as const;
const CLEANUP_WORD = {
  pending: 'to come',
  running: 'runs',
  done: 'done',
  left: 'not all',
} as const;

function cleanupRow({ cleanup, next, state }: Probe): Row {
  const isNext = state === 'waiting' && next === 'CleanUp';
  return {
    id: 'CleanUp',
    icon: CLEANUP_ICON[cleanup.state],
    word: isNext ? 'next' : CLEANUP_WORD[cleanup.state],
    sentence: cleanupSentence(cleanup),
    durationMs: cleanup.durationMs,
    usualMs: null,
    isNext,
  };
}

function cleanupSentence({ state, removed, left, note }: Probe['cleanup']): string {
  switch (state) {
    case 'pending':
      return 'Whatever happens, all that was made is removed.';
    case 'running':
      return 'What was made is being removed.';
    case 'left':
      return left.length === 1
        ? 'One thing is still on the node.'
        : `${left.length} things are still on the node.`;
    case 'done':
      return note ?? (removed.length === 0 ? 'There was nothing to remove.' : 'All is removed.');
  }
}

/** The line that is opened where the address names none: where it failed, else where it stands. */
export function shownRow(probe: Probe): RowId {
  const { steps, next, cleanup } = probe;
  const inState = (wanted: ProbeStep['state']): ProbeCall | undefined =>
    steps.find(({ state }) => state === wanted)?.call;
  const failed = inState('failed');
  if (failed !== undefined) return failed;
  if (cleanup.state === 'left') return 'CleanUp';
  const now = inState('running') ?? inState('cancelled');
  if (now !== undefined) return now;
  if (next !== null && next !== 'CleanUp') return next;
  return steps.findLast(({ state }) => state === 'ok')?.call ?? 'RunPodSandbox';
}

/** What a person who does not see the page is told when something changes. */
export function announce(probe: Probe): string {
  const { state, next, cleanup } = probe;
  if (cleanup.state === 'done') return `${probe.sentence} Cleaned up.`;
  if (cleanup.state === 'left') return `${probe.sentence} ${cleanupSentence(cleanup)}`;
  const last = probe.steps.findLast(
    (step) => step.state !== 'pending' && step.state !== 'not-reached',
  );
  const told = last === undefined ? '' : `${last.call} ${STEP_WORD[last.state]}. `;
  return state === 'waiting' && next !== null ? `${told}${ROW_LABEL[next]} waits for you.` : told;
}
