import type { LogBytes, PlacedPart } from './log-bytes.ts';

const NEWLINE = 0x0a;
const BLOCK_BYTES = 64 * 1024;

export interface SteppedBack {
  /** A line begins here. */
  readonly place: number;
  /** How many lines begin from there on. */
  readonly lines: number;
}

/** In a plain part: block by block from the end, until the lines are counted or the room is used up. */
async function inPlain(
  log: LogBytes,
  placed: PlacedPart,
  wish: { readonly end: number; readonly lines: number; readonly maxBytes: number },
): Promise<SteppedBack> {
  const { base } = placed;
  // The newline right before the end belongs to the last line.
  let before = wish.end - base - 1;
  const floor = Math.max(0, wish.end - base - wish.maxBytes);
  let lines = 0;
  let place = wish.end;
  while (before > 0) {
    const from = Math.max(0, before - BLOCK_BYTES);
    const block = await log.readAt(placed, from, before - from);
    for (let at = block.lastIndexOf(NEWLINE); at !== -1; ) {
      lines++;
      place = base + from + at + 1;
      if (lines === wish.lines || from + at < floor) return { place, lines };
      at = at === 0 ? -1 : block.lastIndexOf(NEWLINE, at - 1);
    }
    before = from;
  }
  return { place: base, lines: lines + 1 };
}

/** In a packed part: it is unpacked once, keeping where the last lines began. */
async function inPacked(
  log: LogBytes,
  placed: PlacedPart,
  wish: { readonly end: number; readonly lines: number; readonly maxBytes: number },
): Promise<SteppedBack> {
  const starts: number[] = [placed.base];
  for await (const { at, bytes } of log.chunks(placed.base, wish.end)) {
    for (let newline = bytes.indexOf(NEWLINE); newline !== -1; ) {
      const next = at + newline + 1;
      if (next < wish.end) starts.push(next);
      newline = bytes.indexOf(NEWLINE, newline + 1);
    }
    if (starts.length > 2 * wish.lines) starts.splice(0, starts.length - wish.lines);
  }
  const floor = wish.end - wish.maxBytes;
  const kept = starts.slice(-wish.lines);
  const first = kept.findIndex((start) => start >= floor);
  const taken = first === -1 ? kept.slice(-1) : kept.slice(first);
  return { place: taken[0] ?? placed.base, lines: taken.length };
}

/**
 * Where the last `lines` lines before a place begin, found from the end without reading what lies before them; fewer lines
 * where the log begins, or where they are longer than `maxBytes` together.
 */
export async function stepBack(
  log: LogBytes,
  end: number,
  wish: { readonly lines: number; readonly maxBytes: number },
): Promise<SteppedBack> {
  let place = end;
  let lines = 0;
  for (const placed of [...log.placed].reverse()) {
    if (placed.base >= place || placed.part.sizeBytes === 0) continue;
    const left = { end: place, lines: wish.lines - lines, maxBytes: wish.maxBytes - (end - place) };
    const step = placed.part.isPacked
      ? await inPacked(log, placed, left)
      : await inPlain(log, placed, left);
    place = step.place;
    lines += step.lines;
    if (lines >= wish.lines || end - place >= wish.maxBytes) break;
  }
  return { place, lines };
}
