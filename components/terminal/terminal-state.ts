import type { StreamEnd } from '../../server/contract/ticket.ts';

/** How a terminal stands. */
export interface TerminalState {
  readonly phase: 'opening' | 'open' | 'lost' | 'ended';
  /** What runs there; empty until it is told. */
  readonly command: readonly string[];
  readonly tty: boolean;
  /** Why output waits; null while it flows. */
  readonly paused: string | null;
  /** How it ended; null until then, and where only `problem` is known. */
  readonly end: StreamEnd | null;
  /** Why it could not be opened or taken up again, in a sentence. */
  readonly problem: string | null;
  /** When it will be given up, by this browser's clock; while it is lost. */
  readonly givenUpAtMs: number | null;
}

export const OPENING: TerminalState = {
  phase: 'opening',
  command: [],
  tty: true,
  paused: null,
  end: null,
  problem: null,
  givenUpAtMs: null,
};

/** Where output goes to. */
export interface Screen {
  /** `shown` is called once the bytes are on the screen. */
  write(bytes: Uint8Array, shown: () => void): void;
  /** A line of our own, set apart from output. */
  note(text: string): void;
}
