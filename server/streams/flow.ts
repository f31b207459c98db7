/** Where a flow is stopped and where it goes on; apart, so that it does not flutter. */
export interface Marks {
  readonly highBytes: number;
  readonly lowBytes: number;
}

/** 1 MiB and 256 KiB: a reader that pauses costs the server no more than this, and a fast one never waits. */
export const CONNECTION_MARKS: Marks = { highBytes: 1024 * 1024, lowBytes: 256 * 1024 };
/** 256 KiB and 64 KiB for a list of lines that tells what it has shown. */
export const SHOWN_MARKS: Marks = { highBytes: 256 * 1024, lowBytes: 64 * 1024 };
/**
 * 96 KiB and 32 KiB for a terminal that tells what it has shown. Measured in a browser that draws without a graphics card
 * on two busy cores: it shows 1 MB a second of short lines, and what is unshown stands before the prompt after a Ctrl-C.
 */
export const SCREEN_MARKS: Marks = { highBytes: 96 * 1024, lowBytes: 32 * 1024 };
/** 256 KiB while nobody is there: then what runs in the container waits, as at a terminal that is stopped. */
export const ABSENT_MARKS: Marks = { highBytes: 256 * 1024, lowBytes: -1 };

/** Bytes that wait for a reader, and how many may. */
export interface Waiting {
  readonly bytes: number;
  readonly marks: Marks;
}

/** Stops a source while one of its readers is behind; told after each step of either side. */
export class Flow {
  readonly #source: { pause(): void; resume(): void };
  readonly #onChange: (isPaused: boolean) => void;
  #isPaused = false;

  constructor(
    source: { pause(): void; resume(): void },
    onChange: (isPaused: boolean) => void = () => undefined,
  ) {
    this.#source = source;
    this.#onChange = onChange;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Tells how many bytes wait now. */
  update(...waiting: readonly Waiting[]): void {
    if (!this.#isPaused && waiting.some(({ bytes, marks }) => bytes > marks.highBytes)) {
      this.#isPaused = true;
      this.#source.pause();
      this.#onChange(true);
    } else if (waiting.every(({ bytes, marks }) => bytes <= marks.lowBytes)) {
      this.release();
    }
  }

  /** Lets the source go on whatever waits. */
  release(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#source.resume();
    this.#onChange(false);
  }
}
