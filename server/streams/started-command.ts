import type { LeftProcess, StartedProcess } from '../contract/started-process.ts';
import { delay } from '../lib/abort.ts';
import type { ProcessKeeper } from './process-keeper.ts';
import type { StreamsNode } from './streams-node.ts';

/** When the node's processes are looked through after a start, ms: most are there at the first look. */
const LOOKS_MS = [60, 150, 300, 600, 1_000] as const;
/** 4 s for hangup, kill and the look after them. */
const END_MS = 4_000;
/** 3 s for a kill from within the container. */
const INNER_KILL_SECONDS = 3;

/** Knows the process of each exec, so that it can be ended: runtimes leave it running when the stream ends. */
export class StartedCommands {
  readonly #node: StreamsNode;
  /** Processes that belong to open streams. */
  readonly #taken = new Set<number>();
  /** One start at a time in a container: two of the same command could not be told apart. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(node: StreamsNode) {
    this.#node = node;
  }

  /**
   * Starts a command by `start` and finds its process. `found` never rejects; it is null where processes cannot be seen,
   * or when the command ended before it was found. `signal` ends the search.
   */
  async start<T>(
    command: { readonly containerId: string; readonly command: readonly string[] },
    start: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly started: T; readonly found: Promise<StartedProcess | null> }> {
    const { containerId } = command;
    const before = this.#turns.get(containerId) ?? Promise.resolve();
    const begun = before.then(async () => {
      const sinceMs = await this.#node.processes.now();
      const started = await start();
      const found =
        sinceMs === null ? Promise.resolve(null) : this.#find({ ...command, sinceMs }, signal);
      return { started, found };
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

  /** Forgets a process whose stream has ended. */
  release(found: StartedProcess | null): void {
    if (found !== null) this.#taken.delete(found.pid);
  }

  /** Ends the process; answers what could not be ended as a sentence, null when nothing is left. */
  async end(found: StartedProcess): Promise<string | null> {
    const signal = AbortSignal.timeout(END_MS);
    try {
      const left = await this.#node.processes.end(found, signal);
      if (left.length === 0) return null;
      await this.#killWithin(found, left, signal);
      return toSentence(await this.#node.processes.left(found));
    } catch (error) {
      if (!signal.aborted) throw error;
      return toSentence(await this.#node.processes.left(found));
    }
  }

  /** What a command left running after it had ended by itself: a person may have wanted that, so it is only told. */
  async leftAfterExit(found: StartedProcess): Promise<string | null> {
    return toSentence(await this.#node.processes.left(found));
  }

  async #find(
    asked: Omit<Parameters<ProcessKeeper['find']>[0], 'taken'>,
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
      return found;
    }
    return null;
  }

  /** From a pod of our own we see the node's processes and may not signal them; the runtime may, in the container. */
  async #killWithin(
    { containerId }: StartedProcess,
    left: readonly LeftProcess[],
    signal: AbortSignal,
  ): Promise<void> {
    const pids = left.flatMap(({ innerPid }) => (innerPid === null ? [] : [String(innerPid)]));
    if (pids.length < left.length) return;
    const command = ['kill', '-KILL', ...pids];
    const request = { containerId, command, timeoutSeconds: INNER_KILL_SECONDS };
    await this.#node.cri.streaming.execSync(request, { signal }).catch((error: unknown) => {
      // Without such a program in the image the processes stay, and are told.
      if (!(error instanceof Error)) throw error;
    });
  }
}

function toSentence(left: readonly LeftProcess[]): string | null {
  if (left.length === 0) return null;
  const names = left.map(({ pid, command }) => `${command} (process ${pid} of the node)`);
  const verb = left.length === 1 ? 'goes' : 'go';
  const pids = left.map(({ pid }) => pid).join(' ');
  return `${names.join(', ')} still ${verb} on; on the node, kill ${pids} ends that.`;
}
