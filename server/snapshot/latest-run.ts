/** Runs one thing at a time: who asks while it runs gets a run that begins after that one, shared by all who ask. */
export class LatestRun {
  readonly #start: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** `start` must not reject. */
  constructor(start: () => Promise<void>) {
    this.#start = start;
  }

  /** Resolves at the end of a run that began after this call. */
  request(): Promise<void> {
    if (this.#running === null) return this.#run();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#run();
    });
    return this.#next;
  }

  #run(): Promise<void> {
    const run = this.#start().finally(() => {
      if (this.#running === run) this.#running = null;
    });
    this.#running = run;
    return run;
  }
}
