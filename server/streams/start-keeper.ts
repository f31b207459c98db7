import type { StartedProcess } from '../contract/started-process.ts';

/** A command that is about to be started in a container. */
export interface CommandStart {
  readonly containerId: string;
  readonly command: readonly string[];
  /** By the node's clock of processes; null where they cannot be seen. */
  readonly sinceMs: number | null;
}

/** What is remembered of one command, until it has ended. */
export interface KeptStart {
  /** Its process is known from now on. */
  found(process: StartedProcess): void;
  /** It has ended, or was never started. */
  done(): void;
}

/** Remembers what runs in containers because of us, so that it ends even when this server cannot end it any more. */
export interface StartKeeper {
  /** Resolves when commands may be started. */
  ready(): Promise<void>;
  /** Remembers one; only then may it be started. */
  begin(start: CommandStart): KeptStart;
}

const NOTHING: KeptStart = { found: () => undefined, done: () => undefined };
/** For a server that is never killed, as in tests. */
export const FORGETFUL: StartKeeper = { ready: async () => undefined, begin: () => NOTHING };
