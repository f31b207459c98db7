import type { StartedProcess } from '../contract/started-process.ts';
import { delay } from '../lib/abort.ts';
import { endStarted, toLeftSentence } from './end-started.ts';
import type { ProcessKeeper } from './process-keeper.ts';
import type { KeptStart, StartKeeper } from './start-keeper.ts';
import type { StreamsNode } from './streams-node.ts';

/** When the node's processes are looked through after a start, ms: most are there at the first look. */
const LOOKS_MS = [60, 150, 300, 600, 1_000] as const;

/** A command that was started in a container. */
export interface StartedCommand<T> {
  readonly started: T;
  /** Never rejects; null where processes cannot be seen, or when it ended before it was found. */
  readonly found: Promise<StartedProcess | null>;
  /** Forgets it: its stream has ended, and what could be ended with it. */
  release(): void;
}

/** Knows the process of each exec, so that it can be ended: runtimes leave it running when the stream ends. */
export class StartedCommands {
  readonly #node: StreamsNode;
  readonly #keeper: StartKeeper;
  /** Processes that belong to open streams. */
  readonly #taken = new Set<number>();
  /** One start at a time in a container: two of the same command could not be told apart. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(node: StreamsNode, keeper: StartKeeper) {
    this.#node = node;
    this.#keeper = keeper;
  }

  /** Starts a command by `start` and finds its process; `signal` ends the search. Rejects as `start` does. */
  async start<T>(
    command: { readonly containerId: string; readonly command: readonly string[] },
    start: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<StartedCommand<T>> {
    const { containerId } = command;
    const before = this.#turns.get(containerId) ?? Promise.resolve();
    const begun = before.then(async () => {
      await this.#keeper.ready();
      const sinceMs = await this.#node.processes.now();
      // Before it runs: whoever kills this server now must not leave it behind.
      const kept = this.#keeper.begin({ ...command, sinceMs });
      const started = await start().catch((error: unknown) => {
        kept.done();
        throw error;
      });
      const found =
        sinceMs === null
          ? Promise.resolve(null)
          : this.#find({ ...command, sinceMs }, kept, signal);
      const release = (): void => {
        kept.done();
        void found.then((process) => process !== null && this.#taken.delete(process.pid));
      };
      return { started, found, release };
    });
    // The next one waits for the search too; a failed start has nothing to search for.
    const turn = begun.then(
      ({ found }) => found,
      () => null,
    );
    this.#turns.set(containerId, turn);
    void turn.then(() => {
      if (this.#turns.get(containerId) === turn) this.#turns.delete(containerId);
    });
    return begun;
  }

  /** Ends the process; answers what could not be ended as a sentence, null when nothing is left. */
  end(found: StartedProcess): Promise<string | null> {
    return endStarted(this.#node, found);
  }

  /** What a command left running after it had ended by itself: a person may have wanted that, so it is only told. */
  async leftAfterExit(found: StartedProcess): Promise<string | null> {
    return toLeftSentence(await this.#node.processes.left(found));
  }

  async #find(
    asked: Omit<Parameters<ProcessKeeper['find']>[0], 'taken'>,
    kept: KeptStart,
    signal: AbortSignal,
  ): Promise<StartedProcess | null> {
    for (const waitMs of LOOKS_MS) {
      try {
        await delay(waitMs, signal);
      } catch {
        // The stream has ended: there is nothing to find any more.
        return null;
      }
      const found = await this.#node.processes.find({ ...asked, taken: this.#taken });
      if (found === null) continue;
      this.#taken.add(found.pid);
      kept.found(found);
      return found;
    }
    return null;
  }
}
