import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A log that only grows. Lines are kept back until the end of the turn and written in one piece, so that running
 * through an hour of past costs one write.
 */
export class LogFile {
  readonly path: string;
  readonly #mode: number;
  #held: string[] = [];
  #isFlushPlanned = false;
  #isClosed = false;

  constructor(path: string, mode = 0o640) {
    this.path = path;
    this.#mode = mode;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, '', { mode });
  }

  write(line: string): void {
    if (this.#isClosed) return;
    this.#held.push(line);
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setImmediate(() => this.flush());
  }

  /** Puts everything written so far on disk. */
  flush(): void {
    this.#isFlushPlanned = false;
    if (this.#held.length === 0 || this.#isClosed) return;
    const text = `${this.#held.join('\n')}\n`;
    this.#held = [];
    appendFileSync(this.path, text, { mode: this.#mode });
  }

  close(): void {
    this.flush();
    this.#isClosed = true;
  }
}
