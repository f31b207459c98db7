import { HeldPart } from './held-part.ts';
import {
  closeFolders,
  compareHeads,
  type ListedPart,
  listParts,
  openFrom,
  openIfSame,
} from './listed-parts.ts';
import { systemCode } from './log-error.ts';
import { type LogRoots, openContainerFolder } from './log-root.ts';
import type { OpenFolder } from './open-beneath.ts';
import type { LogPart } from './open-log.ts';

/**
 * Parts held open at once: one that was removed meanwhile keeps its disk space as long as it is held. Others wait where they
 * are; when they are removed before a slow reader comes to them, that is a gap, and said.
 */
const MAX_HELD = 16;
/** Looks also while the reader takes nothing, so that a part is held before kubelet removes it. */
const LOOK_EVERY_MS = 1_000;

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
  #lookedAtMs = Number.NEGATIVE_INFINITY;
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
      void this.#lookUnlessDone().then(() => {
        if (!this.#isClosed) this.start();
      });
    }, LOOK_EVERY_MS);
  }

  async #lookUnlessDone(): Promise<void> {
    // A reader that is not held up looks more often by itself.
    if (performance.now() - this.#lookedAtMs < LOOK_EVERY_MS) return;
    try {
      await this.look();
    } catch {
      // It fails for the reader too, who tells it.
    }
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
    this.#lookedAtMs = performance.now();
  }

  async #list(): Promise<readonly ListedPart[]> {
    if (this.#folder !== null && !(await this.#folder.isLinked())) {
      await this.#folder.close();
      this.#folder = null;
    }
    this.#folder ??= await openContainerFolder(this.#roots, this.#steps);
    if (this.#folder === null) return [];
    this.#wasFolderSeen = true;
    return listParts(this.#roots, this.#folder, this.#fromAttempt);
  }

  async #openNew(listed: readonly ListedPart[]): Promise<void> {
    const newest = this.queue.at(-1);
    if (newest !== undefined && !listed.some(({ inode }) => inode === newest.part.inode)) {
      await this.#openBehindMissing(listed, newest);
      return;
    }
    const at = listed.findIndex(({ inode }) => inode === newest?.part.inode);
    for (const one of listed.slice(at + 1)) {
      if (this.queue.length >= MAX_HELD) return;
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
      if (this.queue.length >= MAX_HELD) return;
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
}
