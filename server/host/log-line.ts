import { stripControl } from '../lib/strip-control.ts';

/** One line of a container's log as the runtimes write it: `time stream P|F text`. */
interface ContainerLogLine {
  readonly stream: 'stdout' | 'stderr';
  /** True for a piece that the next line of the same stream goes on with. */
  readonly isPartial: boolean;
  readonly text: string;
}

/** Reads a line of either runtime (times end in Z or +00:00); null for a line of another form. */
function parseContainerLogLine(line: string): ContainerLogLine | null {
  const streamAt = line.indexOf(' ') + 1;
  const tagAt = line.indexOf(' ', streamAt) + 1;
  if (streamAt < '2026-01-01T00:00:00Z '.length || tagAt === 0) return null;
  const stream = line.slice(streamAt, tagAt - 1);
  if (stream !== 'stdout' && stream !== 'stderr') return null;
  const textAt = line.indexOf(' ', tagAt);
  const tags = textAt === -1 ? line.slice(tagAt) : line.slice(tagAt, textAt);
  const [tag] = tags.split(':');
  if (tag !== 'P' && tag !== 'F') return null;
  return { stream, isPartial: tag === 'P', text: textAt === -1 ? '' : line.slice(textAt + 1) };
}

/** Longest line shown; what an application writes in one line has no bound. */
const MAX_TEXT_CHARS = 2_000;

function bounded(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)} … (cut)` : text;
}

/** What a container wrote as one line. */
export interface WrittenLine {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/**
 * The last lines that a container wrote, oldest first: pieces joined by stream, control sequences stripped, each line
 * bounded. Lines of another form are left out.
 */
export function lastWritten(raw: readonly string[], maxLines: number): WrittenLine[] {
  const pieces = new Map<WrittenLine['stream'], string>();
  const lines: WrittenLine[] = [];
  for (const rawLine of raw) {
    const line = parseContainerLogLine(rawLine);
    if (line === null) continue;
    const { stream } = line;
    const text = ((pieces.get(stream) ?? '') + line.text).slice(0, MAX_TEXT_CHARS + 1);
    if (line.isPartial) {
      pieces.set(stream, text);
      continue;
    }
    pieces.delete(stream);
    lines.push({ stream, text });
  }
  // What a process wrote last and did not end with a newline is often its very reason to end.
  for (const [stream, text] of pieces) lines.push({ stream, text });
  return lines
    .slice(-maxLines)
    .map(({ stream, text }) => ({ stream, text: bounded(stripControl(text)) }));
}
