import type { LogLine } from '../contract/journal.ts';

/** Ids as runtimes print them, whole or cut; a pod's uid in metadata, in cgroup paths and in kubelet's directories. */
const IDS =
  /\b[0-9a-f]{12,64}\b|\bUid:([0-9A-Za-z-]+)|pods?[/-]?([0-9a-f]{8}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{12}|[0-9a-f]{32})\b/g;
/** 64 digits: an id that is not cut. */
const FULL_LENGTH = 64;

/** What a line names does not change: kept as long as the line itself lives, since snapshots share their lines. */
const known = new WeakMap<LogLine, readonly string[]>();

/** The ids of sandboxes, containers and pods that a line of the runtime or the kernel names, cut ones as they stand. */
export function idsIn(line: LogLine): readonly string[] {
  const before = known.get(line);
  if (before !== undefined) return before;
  const ids = new Set<string>();
  for (const [whole, uid, pathUid] of line.text.matchAll(IDS)) {
    ids.add(uid ?? pathUid?.replaceAll('_', '-') ?? whole);
  }
  const list = [...ids];
  known.set(line, list);
  return list;
}

/** The ids in a text that are not cut. */
export function fullIdsIn(text: string): readonly string[] {
  return text.match(/\b[0-9a-f]{64}\b/g) ?? [];
}

/** Lines by the ids they name; an id is also found under the beginnings of it that programs print. */
export class LinesById {
  readonly #lines = new Map<string, LogLine[]>();
  /** The lengths at which ids were cut. */
  readonly #cuts = new Set<number>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  add(id: string, line: LogLine): void {
    const list = this.#lines.get(id);
    if (list !== undefined) list.push(line);
    else {
      this.#lines.set(id, [line]);
      if (id.length < FULL_LENGTH && !id.includes('-')) this.#cuts.add(id.length);
    }
  }

  /** The lines that name one of `ids`, oldest first. */
  find(ids: Iterable<string | null | undefined>): readonly LogLine[] {
    const lists: (readonly LogLine[])[] = [];
    if (this.isEmpty) return lists.flat();
    const take = (key: string): void => {
      const list = this.#lines.get(key);
      if (list !== undefined) lists.push(list);
    };
    for (const id of ids) {
      if (id === null || id === undefined || id === '') continue;
      take(id);
      if (id.length !== FULL_LENGTH) continue;
      for (const length of this.#cuts) take(id.slice(0, length));
    }
    const [only, ...others] = lists;
    if (only === undefined || others.length === 0) return only ?? [];
    return [...new Set(lists.flat())].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
  }
}
