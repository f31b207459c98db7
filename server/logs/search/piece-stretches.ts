import { LineCutter } from '../line-cutter.ts';
import { type JoinedLine, PieceJoiner } from '../piece-joiner.ts';
import type { SearchPart } from './search-job.ts';

/** Lines of a region between the first piece of a line and its last: they are joined, and tested one by one. */
export interface Stretch {
  /** In the region's memory. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly JoinedLine<SearchPart>[];
  /** The region ends before the line does. */
  readonly isOpen: boolean;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const TAG = Buffer.from('P ');
/** Rarer in texts full of capitals ("HTTP "), slower to look for in others. */
const SPACED_TAG = Buffer.from(' P ');
const MAX_FALSE_HITS = 200;

/** True where "P " is the tag of a line: behind " stdout " or " stderr ". */
function isTag(region: Buffer, at: number): boolean {
  if (region[at - 1] !== SPACE) return false;
  const word = region.toString('latin1', Math.max(0, at - 8), at - 1);
  return word === ' stdout' || word === ' stderr';
}

/** Where the next piece has its tag; -1 when there is none. Looking for one byte first is as fast as reading. */
function nextTag(region: Buffer, from: number, budget: { falseHits: number }): number {
  for (let at = from; ; ) {
    const isSpaced = budget.falseHits > MAX_FALSE_HITS;
    const found = isSpaced ? region.indexOf(SPACED_TAG, at) : region.indexOf(TAG, at);
    if (found === -1) return -1;
    const tag = isSpaced ? found + 1 : found;
    if (isTag(region, tag)) return tag;
    budget.falseHits++;
    at = tag + 1;
  }
}

function joinFrom(region: Buffer, start: number, place: number, part: SearchPart): Stretch {
  const joiner = new PieceJoiner<SearchPart>();
  const cutter = new LineCutter(place + start);
  const lines: JoinedLine<SearchPart>[] = [];
  for (const raw of cutter.push(region.subarray(start))) {
    lines.push(...joiner.push(raw, part));
    if (joiner.openOffset === null) {
      return { start, end: raw.endOffset - place, lines, isOpen: false };
    }
  }
  for (const raw of cutter.flush()) lines.push(...joiner.push(raw, part));
  lines.push(...joiner.flush());
  return { start, end: region.length, lines, isOpen: true };
}

/** The stretches of a region whose first byte stands at `place`; in order, and none overlaps another. */
export function findStretches(region: Buffer, place: number, part: SearchPart): readonly Stretch[] {
  const stretches: Stretch[] = [];
  if (part.form !== 'cri') return stretches;
  const budget = { falseHits: 0 };
  for (let tag = nextTag(region, 0, budget); tag !== -1; ) {
    const start = region.lastIndexOf(NEWLINE, tag) + 1;
    const stretch = joinFrom(region, start, place, part);
    stretches.push(stretch);
    tag = nextTag(region, stretch.end, budget);
  }
  return stretches;
}
