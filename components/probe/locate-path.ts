/** Where a path of a configuration stands in its text: [start, end) in UTF-16 units. */
export type Place = readonly [number, number];
type Segment = string | number;

/** The place of a problem: the line that its words name, else its path. */
export function locateProblem(
  text: string,
  { path, message }: { readonly path: string; readonly message: string },
): Place | null {
  const line = Number(/\bline (\d+), column \d+/.exec(message)?.[1]);
  if (!Number.isInteger(line)) return locatePath(text, path);
  const before = text.split('\n').slice(0, line);
  const end = before.join('\n').length;
  return [end - (before.at(-1)?.length ?? 0), end];
}

/** The place of a path, or of the nearest part around it that is there; null where nothing of it is. */
export function locatePath(text: string, path: string): Place | null {
  // The first part names which of the two texts it is.
  const wanted = parsePath(path).slice(1);
  if (wanted.length === 0) return null;
  const finder = createFinder(wanted);
  if (text.trimStart().startsWith('{')) scanJson(text, finder.see);
  else scanYaml(text, finder.see);
  return finder.best();
}

/** "a.b[0]["x.y"]" as its parts. */
function parsePath(path: string): readonly Segment[] {
  const parts = path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...parts].map(([, quoted, index, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}

/** proto's field names may be written log_directory or logDirectory. */
const plain = (part: Segment): Segment =>
  typeof part === 'number' ? part : part.replaceAll('_', '').toLowerCase();

type See = (at: readonly Segment[], place: Place) => void;

function createFinder(wanted: readonly Segment[]): { see: See; best(): Place | null } {
  let depth = 0;
  let best: Place | null = null;
  return {
    see(at, place) {
      if (at.length <= depth || at.length > wanted.length) return;
      if (!at.every((part, index) => plain(part) === plain(wanted[index] ?? ''))) return;
      depth = at.length;
      best = place;
    },
    best: () => best,
  };
}

interface Level {
  /** Of an array; null within an object. */
  index: number | null;
  key: string | null;
}

/** Tells each key and each element; a text that breaks off is told as far as it goes. */
function scanJson(text: string, see: See): void {
  const levels: Level[] = [];
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g);
  for (const { 0: token, index: start } of tokens) {
    if (isTold(token, levels.at(-1))) {
      const at = levels.map(({ index, key }) => index ?? key ?? '');
      see(at, [start, start + token.length]);
    }
    takeMark(token, levels);
  }
}

/** Whether an element begins here, or a key; a key is taken down. */
function isTold(token: string, level: Level | undefined): boolean {
  if (level === undefined) return false;
  if (level.index !== null) return !/^[\],]$/.test(token);
  if (level.key !== null || !token.startsWith('"')) return false;
  level.key = token.slice(1, -1);
  return true;
}

function takeMark(token: string, levels: Level[]): void {
  const level = levels.at(-1);
  if (token === '{') levels.push({ index: null, key: null });
  else if (token === '[') levels.push({ index: 0, key: null });
  else if (token === '}' || token === ']') levels.pop();
  else if (token === ',' && level !== undefined) {
    level.key = null;
    if (level.index !== null) level.index += 1;
  }
}

interface Entry {
  readonly column: number;
  readonly part: Segment;
}

const YAML_KEY = /^("[^"]*"|'[^']*'|[^\s:#-][^:#]*?)\s*:(?=\s|$)/;

/** Tells each key and each item of block style; what stands in one line in braces is not taken apart. */
function scanYaml(text: string, see: See): void {
  const open: Entry[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    scanLine(line, offset, open, see);
    offset += line.length + 1;
  }
}

function scanLine(line: string, offset: number, open: Entry[], see: See): void {
  let column = line.search(/\S/);
  if (column < 0 || line[column] === '#') return;
  const told = (part: Segment, from: number, to: number) => {
    open.push({ column, part });
    see(
      open.map((entry) => entry.part),
      [offset + from, offset + to],
    );
  };
  for (;;) {
    const dash = /^-(\s+|$)/.exec(line.slice(column));
    if (dash === null) break;
    told(nextIndex(open, column), column, line.length);
    column += dash[0].length;
  }
  const key = YAML_KEY.exec(line.slice(column))?.[1];
  if (key === undefined) return;
  while ((open.at(-1)?.column ?? -1) >= column) open.pop();
  told(key.replaceAll(/^["']|["']$/g, ''), column, column + key.length);
}

/** Closes what ends before an item of this column. Items may stand below their key at the key's own column. */
function nextIndex(open: Entry[], column: number): number {
  for (;;) {
    const last = open.at(-1);
    if (last === undefined || last.column < column) return 0;
    if (last.column === column && typeof last.part === 'string') return 0;
    open.pop();
    if (last.column === column && typeof last.part === 'number') return last.part + 1;
  }
}
