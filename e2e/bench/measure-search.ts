import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LogItem } from '../../server/contract/log-record.ts';
import { type LogFigure, medianMs } from './log-figure.ts';

/** Asks the built server for lines of the log: the query without `?`. */
export type AskLog = (query: string) => Promise<string>;

/** A search, and what the same costs grep. */
interface Search {
  readonly what: string;
  readonly query: Readonly<Record<string, string>>;
  /** grep's own words for it: its lines begin with time and stream. Absent: it has none, or takes minutes. */
  readonly grep?: readonly string[];
}

const text = (what: string, q: string, ...grep: readonly string[]): Search => ({
  what,
  query: { q },
  grep: grep.length === 0 ? ['-cE', q] : grep,
});
const alone = (what: string, q: string): Search => ({ what, query: { q } });

/** One of each kind that a person writes, and of each that is hard. */
const SEARCHES: readonly Search[] = [
  { what: 'text', query: { q: 'needle-in' }, grep: ['-c', 'needle-in'] },
  {
    what: 'text, any case',
    query: { q: 'NEEDLE-in', ignoreCase: 'true' },
    grep: ['-ci', 'NEEDLE-in'],
  },
  text('classes', 'status=5[0-9]+ took 9.ms needle'),
  text('alternatives', '(needle|haystrack)-'),
  text('alternatives at the top', 'PANIC|haystack|FATAL'),
  text('begins with', '^ERROR.*status=404', '-cE', ' F ERROR.*status=404'),
  text('ends with', '[0-9]{3}$'),
  alone('no text in it', '[a-z]+[0-9]+[x-z]'),
  alone('back reference', '([0-9])\\1\\1ms'),
  text('lookahead', 'took (?!9)[0-9]+ms needle', '-cP', 'took (?!9)[0-9]+ms needle'),
  text('lookbehind', '(?<=took )9[0-9]ms n', '-cP', '(?<=took )9[0-9]ms n'),
  text('repeats at its start', '.*zz'),
  text('text of every head', 'std[io]', '-cE', ' F .*std[io]'),
  { what: 'lines without', query: { q: '[a-z]=', invert: 'true' }, grep: ['-cv', '[a-z]='] },
  { what: 'a level', query: { level: 'fatal' } },
];

/** A second file, in which every seventh line has other letters than ASCII. */
const WIDE: readonly Search[] = [
  text('text', 'needle-in'),
  text('classes', 'status=5[0-9]+ took 9.ms needle'),
  text('other letters', 'naïve.*needle'),
  alone('no text in it', '[a-z]+[0-9]+[x-z]'),
];

/** More than any of the searches finds: each reads the whole log. */
const LIMIT = '10000';

interface Answer {
  readonly readBytes: number;
  readonly matches: number;
  readonly detail: string | null;
}

async function search(ask: AskLog, query: Readonly<Record<string, string>>): Promise<Answer> {
  const asked = { since: '2000-01-01T00:00:00Z', limit: LIMIT, ...query };
  const lines = (await ask(String(new URLSearchParams(asked)))).trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as LogItem;
  if (!('end' in last)) throw new Error('the answer has no end');
  const matches = lines.filter((line) => line.includes('"offset":')).length;
  return { readBytes: last.end.readBytes, matches, detail: last.end.detail };
}

/**
 * Its output is taken: grep looks for one match only where it goes to /dev/null. Not waited for in one piece: a connection
 * that the server closes meanwhile would go unnoticed.
 */
function grepMs(args: readonly string[], file: string): Promise<number> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return medianMs(3, async () => {
    const child = spawn('grep', [...args, file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    const [code] = await once(child, 'close');
    if (code > 1) throw new Error(`grep ended with ${code}`);
  });
}

async function figureOf(
  ask: AskLog,
  file: string,
  one: Search,
  prefix: string,
): Promise<LogFigure> {
  const baseMs = one.grep === undefined ? null : await grepMs(one.grep, file);
  let answer = await search(ask, one.query);
  const ms = await medianMs(3, async () => {
    answer = await search(ask, one.query);
  });
  const speed = Math.round(answer.readBytes / 1e3 / ms);
  const words = Object.entries(one.query).map(([key, value]) =>
    key === 'q' ? value : `${key} ${value}`,
  );
  const note = `${speed} MB/s, ${answer.matches} lines: ${words.join(', ')}`;
  return { what: `${prefix}: ${one.what}`, ms, baseMs, note };
}

/** Searches of every kind through the built server, each beside grep -c in the same run. */
export async function measureSearches(
  ask: AskLog,
  file: string,
  kind: 'plain' | 'wide',
): Promise<readonly LogFigure[]> {
  const figures: LogFigure[] = [];
  for (const one of kind === 'plain' ? SEARCHES : WIDE) {
    figures.push(await figureOf(ask, file, one, kind === 'plain' ? 'search' : 'UTF-8'));
  }
  return figures;
}

/** A pattern that backtracks without end: when it is ended, and with which words. */
export async function measureEndless(ask: AskLog): Promise<LogFigure> {
  const beganMs = performance.now();
  const { detail } = await search(ask, { q: '^(a+)+$' });
  const ms = performance.now() - beganMs;
  return { what: 'search: without end', ms, baseMs: null, note: detail ?? 'it ended by itself' };
}
