import { delay } from '../lib/abort.ts';
import { deferred } from '../lib/deferred.ts';
import { type ExitStatus, parseExitStatus } from './exit-status.ts';

/** Whether the command has ended by itself, now or within a time. */
export type HasExited = (withinMs: number) => Promise<boolean>;

/** What the status channel of a command says, once it does. */
export class ExitWatch {
  readonly #exited = deferred<true>();
  #status: ExitStatus | null = null;

  /** Null while nothing was said. */
  get status(): ExitStatus | null {
    return this.#status;
  }

  /** Takes the payload of the status channel. */
  take(payload: Buffer): void {
    this.#status = parseExitStatus(payload);
    if (this.#status !== null) this.#exited.resolve(true);
  }

  readonly hasExited: HasExited = async (withinMs) => {
    if (this.#status !== null || withinMs === 0) return this.#status !== null;
    const late = new AbortController();
    const timer = delay(withinMs, late.signal).then(
      () => false,
      () => false,
    );
    const hasExited = await Promise.race([this.#exited.promise, timer]);
    late.abort();
    return hasExited;
  };
}
