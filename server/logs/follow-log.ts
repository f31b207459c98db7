import { createBoundedFilter } from './bounded-filter.ts';
import { findPosition } from './find-position.ts';
import { notice } from './follow-notices.ts';
import { LogBytes } from './log-bytes.ts';
import { LogError, toLogError } from './log-error.ts';
import { type FollowItem, LogFollower } from './log-follower.ts';
import type { LogPlace } from './log-place.ts';
import { readPosition } from './log-position.ts';
import type { FollowQuestion } from './log-question.ts';
import type { LogRoots } from './log-root.ts';
import { type LogPart, openLog } from './open-log.ts';
import { PartTracker } from './part-tracker.ts';
import { stepBack } from './step-back.ts';

export interface FollowOptions {
  readonly roots: LogRoots;
  readonly place: LogPlace;
  readonly question: FollowQuestion;
  readonly signal: AbortSignal;
}

/** Lines before a follower's first one are shown, not searched: more than this is what reading pages is for. */
const MAX_TAIL_BYTES = 16 * 1024 * 1024;

interface Beginning {
  /** From the part in which it begins on. */
  readonly parts: readonly LogPart[];
  readonly offset: number;
  /** The first line was given already. */
  readonly isFirstGiven: boolean;
  readonly isLost: boolean;
}

async function placeOf(log: LogBytes, question: FollowQuestion): Promise<[number, boolean]> {
  if (question.after !== null) {
    const { place, isSame } = await findPosition(log, question.after);
    return [place, !isSame];
  }
  const wish = { lines: question.tail, maxBytes: MAX_TAIL_BYTES };
  return [
    question.tail === 0 ? log.sizeBytes : (await stepBack(log, log.sizeBytes, wish)).place,
    false,
  ];
}

/** The attempt to begin with: that of the line it goes on behind, else the container's own, else the newest. */
function firstAttempt(parts: readonly LogPart[], options: FollowOptions): number {
  const after = options.question.after === null ? null : readPosition(options.question.after);
  return after?.attempt ?? options.place.attempt ?? parts.at(-1)?.attempt ?? 0;
}

async function begin(options: FollowOptions): Promise<Beginning | null> {
  const { roots, place, question } = options;
  const opened = await openLog(roots, place.steps, null).catch((error: unknown) => {
    if (error instanceof LogError && error.kind === 'absent') return null;
    throw error;
  });
  if (opened === null) return null;
  try {
    const from = firstAttempt(opened.parts, options);
    const wanted = opened.parts.filter(({ attempt }) => attempt >= from);
    if (wanted.length === 0) {
      await opened.close();
      return null;
    }
    const log = new LogBytes(wanted);
    const [at, isLost] = await placeOf(log, question);
    const first = log.partAt(at);
    const taken = wanted.slice(log.placed.indexOf(first));
    await Promise.all(
      opened.parts.filter((part) => !taken.includes(part)).map((p) => p.handle.close()),
    );
    return {
      parts: taken,
      offset: at - first.base,
      isFirstGiven: question.after !== null && !isLost,
      isLost,
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function isFirst(text: string, { parts, offset }: Beginning): boolean {
  const position = readPosition(text);
  return position?.inode === parts[0]?.inode && position?.offset === offset;
}

/**
 * The last lines of a container's log and all that follow, over rotation and restart: every byte of every file is given,
 * or a notice says what is missing. Waits for a container that is not there yet; ends with the signal, or when the pod's
 * folder is gone.
 */
export async function* followLog(options: FollowOptions): AsyncGenerator<FollowItem, void, void> {
  const { roots, place, question, signal } = options;
  const choose = question.filter === null ? null : createBoundedFilter(question.filter);
  const beginning = await begin(options);
  const fromAttempt = beginning?.parts[0]?.attempt ?? place.attempt ?? 0;
  const tracker = new PartTracker(roots, place.steps, fromAttempt);
  const follower = new LogFollower(tracker, choose ?? ((lines) => lines));
  try {
    if (beginning !== null) {
      tracker.take(beginning.parts, beginning.offset);
      if (beginning.isLost) {
        yield notice(
          'gap',
          'the line to go on behind is no longer there: lines before this may be missing',
        );
      }
    }
    tracker.start();
    let given = beginning?.isFirstGiven === true ? beginning : null;
    for await (const item of follower.items(signal)) {
      const isGiven = given !== null && 'offset' in item && isFirst(item.offset, given);
      if ('offset' in item) given = null;
      if (!isGiven) yield item;
    }
  } catch (error) {
    throw toLogError(error, [roots.podLogs, ...place.steps].join('/'));
  } finally {
    await follower.close();
    await tracker.close();
  }
}
