import type { LogFilter, LogQuestion } from '../log-question.ts';
import type { LogForm } from '../log-root.ts';

/** A part as the search's process has it: by a descriptor that was opened for it, never by a path. */
export interface SearchPart {
  readonly fd: number;
  readonly form: LogForm;
  readonly attempt: number;
  readonly inode: number;
  readonly isPacked: boolean;
  readonly sizeBytes: number;
  /** Where its first byte stands in the log as a whole. */
  readonly base: number;
}

/** What the process is asked, as one line of JSON on its input. It answers in lines as the API has them. */
export interface SearchJob {
  readonly parts: readonly SearchPart[];
  readonly from: number;
  readonly to: number;
  readonly direction: 'backward' | 'forward';
  /** Matches at most. */
  readonly lines: number;
  readonly order: LogQuestion['order'];
  readonly filter: LogFilter;
}
