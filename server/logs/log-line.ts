import type { LogForm } from './log-root.ts';
import { isLogTime } from './log-time.ts';

/** One line of a file as it stands there: a whole line of the log, or a piece of one. */
export interface LogLine {
  readonly time: string;
  readonly stream: 'stdout' | 'stderr';
  /** A piece that the next line of the same stream goes on with. */
  readonly isPiece: boolean;
  /** What the container wrote, undecoded: a character may be cut in two between pieces. */
  readonly text: Buffer;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const QUOTE_BRACE = 0x7b;
/** A time with nanoseconds and an offset has 35 bytes. */
const MAX_TIME_BYTES = 40;
const EMPTY = Buffer.alloc(0);

function toStream(text: string): LogLine['stream'] | null {
  return text === 'stdout' || text === 'stderr' ? text : null;
}

/** `time stream tags text`; tags are P or F, with more behind colons. */
function parseCriLine(line: Buffer): LogLine | null {
  const timeEnd = line.indexOf(SPACE);
  if (timeEnd < 20 || timeEnd > MAX_TIME_BYTES) return null;
  const time = line.toString('latin1', 0, timeEnd);
  const stream = toStream(line.toString('latin1', timeEnd + 1, timeEnd + 7));
  const tagAt = timeEnd + 8;
  if (stream === null || line[tagAt - 1] !== SPACE || !isLogTime(time)) return null;
  const tag = line[tagAt];
  if (tag !== 0x50 && tag !== 0x46) return null;
  const after = line[tagAt + 1];
  // "F" alone is an empty line whose trailing space was lost.
  if (after !== undefined && after !== SPACE && after !== 0x3a) return null;
  const textAt = after === SPACE ? tagAt + 1 : line.indexOf(SPACE, tagAt);
  const text = textAt === -1 ? EMPTY : line.subarray(textAt + 1);
  return { time, stream, isPiece: tag === 0x50, text };
}

/** `{"log":"text\n","stream":"stdout","time":"…"}`; without its \n it is a piece. */
function parseDockerLine(line: Buffer): LogLine | null {
  if (line[0] !== QUOTE_BRACE) return null;
  const entry = parseJson(line.toString('utf8'));
  if (typeof entry !== 'object' || entry === null) return null;
  const { log, stream, time } = entry as Readonly<Record<string, unknown>>;
  const known = typeof stream === 'string' ? toStream(stream) : null;
  if (typeof log !== 'string' || typeof time !== 'string' || known === null) return null;
  if (!isLogTime(time)) return null;
  const isPiece = !log.endsWith('\n');
  const text = Buffer.from(isPiece ? log : log.slice(0, -1));
  return { time, stream: known, isPiece, text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Zero bytes before a line: a file that was cut while its writer went on at the old place. */
function withoutZeros(line: Buffer): Buffer {
  if (line[0] !== 0) return line;
  const first = line.findIndex((byte) => byte !== 0);
  return first === -1 ? EMPTY : line.subarray(first);
}

/** Reads a line without its newline; null for a line of another form. The text is a view of the line's own memory. */
export function parseLogLine(line: Buffer, form: LogForm): LogLine | null {
  const clean = withoutZeros(line);
  const end = clean.at(-1) === NEWLINE ? clean.length - 1 : clean.length;
  const bytes = clean.subarray(0, end);
  return form === 'cri' ? parseCriLine(bytes) : parseDockerLine(bytes);
}
