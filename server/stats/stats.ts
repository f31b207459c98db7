import type { StatsList, StatsSeries } from '../contract/stats.ts';
import type { AskOptions, StatsQuestion } from '../runtime.ts';

/** What containers use, measured only while somebody asks. */
export interface Stats {
  list(question: StatsQuestion, options: AskOptions): Promise<StatsList>;
  /** Null when no such container is known. With `sinceMs` only later samples. */
  series(
    containerId: string,
    sinceMs: number | null,
    options: AskOptions,
  ): Promise<StatsSeries | null>;
  close(): Promise<void>;
}
