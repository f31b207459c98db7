import { HeldPart, headTime } from './held-part.ts';
import { systemCode } from './log-error.ts';
import { type LogRoots, openContainerFolder, type PartFolder, partFolders } from './log-root.ts';
import { compareTimes, parseLogTime } from './log-time.ts';
import type { OpenFolder } from './open-beneath.ts';
import { type LogPart, openPart } from './open-log.ts';
import { comparePartNames, type PartName } from './part-name.ts';

/** Parts held open at once. One that was removed meanwhile keeps its disk space as long as it is held. */
const MAX_HELD = 16;
/** Looks also while the reader takes nothing, so that a part is held before kubelet removes it. */
const LOOK_EVERY_MS = 1_000;

interface ListedPart {
  readonly folder: PartFolder;
  readonly name: PartName;
  readonly inode: number;
}

/**
 * Which parts of a log there are to read, in order, while they come, are renamed, packed and removed. It opens each part
 * as soon as it sees it and hands it to the one reader.
 */
export class PartTracker {
  readonly #roots: LogRoots;
  readonly #steps: readonly string[];
  readonly #fromAttempt: number;
  /** To be read, the one in hand first; the last is always held, so its file's number is given to no other file. */
  readonly queue: HeldPart[] = [];
  #folder: OpenFolder | null = null;
  #wasFolderSeen = false;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(roots: LogRoots, steps: readonly string[], fromAttempt: number) {
    this.#roots = roots;
    this.#steps = steps;
    this.#fromAttempt = fromAttempt;
  }

  /** What a watch is put on; null while there is no folder. */
  get folderPath(): string | null {
    return this.#folder?.path ?? null;
  }

  /** True once the folder was there and is no more. */
  get isFolderGone(): boolean {
    return this.#wasFolderSeen && this.#folder === null;
  }

  /** Takes over parts that are open already; the first is read from `offset` on. */
  take(parts: readonly LogPart[], offset: number): void {
    for (const [index, part] of parts.entries()) this.#hold(part, index === 0 ? offset : 0);
  }

  /** Begins to look by itself. A look that fails is told by the next `look()` of the reader. */
  start(): void {
    this.#timer = setTimeout(() => {
      // A look that fails fails for the reader too, who tells it.
      void this.look()
        .catch(() => undefined)
        .then(() => {
          if (!this.#isClosed) this.start();
        });
    }, LOOK_EVERY_MS);
  }

  /** Looks for parts that have come; one look at a time. Throws when the folder must not be read. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#look());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#looking.then(work, work);
    this.#looking = next.catch(() => undefined);
    return next;
  }

  /**
   * After the part in hand was cut: its content may have been copied before (logrotate's copytruncate). The copy is then
   * read first, from where we were. The part itself begins anew. True when a copy was found.
   */
  readCopyFirst(cut: HeldPart): Promise<boolean> {
    return this.#inTurn(() => this.#readCopyFirst(cut));
  }

  async #readCopyFirst(cut: HeldPart): Promise<boolean> {
    const [offset, wanted] = [cut.offset, await cut.headTime()];
    cut.rewind();
    const listed = await this.#list();
    try {
      const copies = listed.filter(
        ({ name, inode }) =>
          name.attempt === cut.part.attempt && name.rotation !== null && !this.#isHeld(inode),
      );
      const found = await openFrom(copies, wanted);
      this.queue.unshift(
        ...found.map((part, index) => new HeldPart(part, index === 0 ? offset : 0)),
      );
      return found.length > 0;
    } finally {
      await closeFolders(listed);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.queue.map((part) => part.close()));
    await this.#folder?.close();
  }

  #isHeld(inode: number): boolean {
    return this.queue.some(({ part }) => part.inode === inode);
  }

  #hold(part: LogPart, offset: number): HeldPart {
    const held = new HeldPart(part, offset);
    this.queue.push(held);
    return held;
  }

  async #look(): Promise<void> {
    if (this.#isClosed) return;
    const listed = await this.#list();
    try {
      await this.#openNew(listed);
    } catch (error) {
      // Renamed or removed between the list and the opening: the next look sees what is there then.
      if (systemCode(error) !== 'ENOENT') throw error;
    } finally {
      await closeFolders(listed);
    }
    this.#drop();
  }

  async #list(): Promise<readonly ListedPart[]> {
    if (this.#folder !== null && !(await this.#folder.isLinked())) {
      await this.#folder.close();
      this.#folder = null;
    }
    this.#folder ??= await openContainerFolder(this.#roots, this.#steps);
    if (this.#folder === null) return [];
    this.#wasFolderSeen = true;
    const folders = await partFolders(this.#roots, this.#folder, null);
    const listed: ListedPart[] = [];
    for (const folder of folders) {
      for (const name of folder.parts) {
        if (name.attempt < this.#fromAttempt) continue;
        const info = await folder.folder.info(name.name).catch((error: unknown) => {
          if (systemCode(error) !== 'ENOENT') throw error;
          return null;
        });
        if (info !== null) listed.push({ folder, name, inode: info.ino });
      }
    }
    return listed.sort((a, b) => comparePartNames(a.name, b.name));
  }

  async #openNew(listed: readonly ListedPart[]): Promise<void> {
    const newest = this.queue.at(-1);
    if (newest !== undefined && !listed.some(({ inode }) => inode === newest.part.inode)) {
      await this.#openBehindMissing(listed, newest);
      return;
    }
    const at = listed.findIndex(({ inode }) => inode === newest?.part.inode);
    for (const one of listed.slice(at + 1)) {
      const part = await openIfSame(one);
      if (part === null) return;
      this.#hold(part, 0);
    }
  }

  /** The newest part that we know is no longer listed: it was packed, or removed. */
  async #openBehindMissing(listed: readonly ListedPart[], newest: HeldPart): Promise<void> {
    const { attempt } = newest.part;
    const wanted = await newest.headTime();
    let isAfterGap = true;
    for (const one of listed) {
      const { name } = one;
      if (name.attempt < attempt) continue;
      const part = await openIfSame(one);
      if (part === null) return;
      const order = name.attempt > attempt ? 1 : await compareHeads(part, wanted);
      // Its packed form: what stands behind it follows without a gap.
      if (order === 0) isAfterGap = false;
      if (order <= 0) {
        await part.handle.close();
        continue;
      }
      this.#hold(part, 0).isAfterGap = isAfterGap && name.attempt === attempt;
      isAfterGap = false;
    }
  }

  #drop(): void {
    while (this.queue.length > MAX_HELD) {
      const [dropped] = this.queue.splice(1, 1);
      const next = this.queue[1];
      if (dropped === undefined || next === undefined) return;
      next.droppedBytes += dropped.droppedBytes + dropped.part.sizeBytes;
      void dropped.close().catch(() => undefined);
    }
  }
}

/** Opens what was listed; null when its name stands for another file by now: what comes behind is for the next look. */
async function openIfSame({ folder, name, inode }: ListedPart): Promise<LogPart | null> {
  const part = await openPart(folder, name);
  if (part.inode === inode) return part;
  await part.handle.close();
  return null;
}

/** Whether a part begins before (< 0), with or after (> 0) a line of that time. */
async function compareHeads(part: LogPart, wanted: string | null): Promise<number> {
  const [head, other] = [await headTime(part), wanted].map((text) =>
    text === null ? null : parseLogTime(text),
  );
  // Without a line yet it is a file that was just begun; without a time to compare only the file being written is new.
  if (!head) return 1;
  if (!other) return part.rotation === null ? 1 : -1;
  return compareTimes(head, other);
}

/** Opens the part whose first line is of that time, and those behind it; none when it is not among them. */
async function openFrom(
  listed: readonly ListedPart[],
  wanted: string | null,
): Promise<readonly LogPart[]> {
  const opened: LogPart[] = [];
  if (wanted === null) return opened;
  try {
    for (const one of listed) {
      const part = await openIfSame(one);
      if (part === null) return opened;
      if (opened.length > 0 || (await headTime(part)) === wanted) opened.push(part);
      else await part.handle.close();
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') {
      await Promise.all(opened.map((part) => part.handle.close()));
      throw error;
    }
  }
  return opened;
}

async function closeFolders(listed: readonly ListedPart[]): Promise<void> {
  // The container's own folder stays open; docker's are opened for each look.
  const docker = new Set(
    listed.filter(({ folder }) => folder.form === 'docker').map((l) => l.folder),
  );
  await Promise.all([...docker].map(({ folder }) => folder.close()));
}
