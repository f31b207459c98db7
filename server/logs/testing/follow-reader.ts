import { afterEach } from 'vitest';
import type { LogNotice, LogRecord } from '../../contract/log-record.ts';
import { followLog } from '../follow-log.ts';
import type { FollowQuestion } from '../log-question.ts';
import type { LogFolder } from './log-folder.ts';

/** Follows a folder's log and keeps what comes. */
export class FollowReader {
  readonly items: (LogRecord | LogNotice)[] = [];
  readonly #abort = new AbortController();
  readonly #done: Promise<void>;
  #wake: () => void = () => {};
  isDone = false;
  failure: unknown = null;

  constructor(folder: LogFolder, question: Partial<FollowQuestion>) {
    const items = followLog({
      roots: folder.roots,
      place: folder.place,
      question: { tail: 1_000, after: null, filter: null, ...question },
      signal: this.#abort.signal,
    });
    this.#done = (async () => {
      try {
        for await (const item of items) {
          this.items.push(item);
          this.#wake();
        }
      } catch (error) {
        this.failure = error;
      }
      this.isDone = true;
      this.#wake();
    })();
  }

  get texts(): string[] {
    return this.items.flatMap((item) => ('notice' in item ? [] : [item.text]));
  }
  get notices(): string[] {
    return this.items.flatMap((item) => ('notice' in item ? [item.notice] : []));
  }
  get records(): LogRecord[] {
    return this.items.flatMap((item) => ('notice' in item ? [] : [item]));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.isDone) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (!condition()) throw new Error('it ended before', { cause: this.failure });
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }
}

/** Makes readers of the test's folder; those that still follow are stopped after it. */
export function readersForEach(
  folder: () => LogFolder,
): (question?: Partial<FollowQuestion>) => FollowReader {
  const opened: FollowReader[] = [];
  afterEach(async () => {
    for (const reader of opened.splice(0)) await reader.stop();
  });
  return (question = {}) => {
    const reader = new FollowReader(folder(), question);
    opened.push(reader);
    return reader;
  };
}

/** The texts of the folder's numbered lines. */
export function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
}
