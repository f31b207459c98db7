/** One figure: ours, and what a tool of the system needs for the same. */
export interface LogFigure {
  readonly what: string;
  readonly ms: number;
  readonly baseMs: number | null;
  readonly note: string;
}

/** How long a piece of work takes, by the middle of some runs. */
export async function medianMs(
  runs: number,
  work: () => Promise<unknown> | unknown,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const beganMs = performance.now();
    await work();
    times.push(performance.now() - beganMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
