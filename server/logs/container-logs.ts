import type { LogAttempt, LogItem, LogNotice, LogRecord } from '../contract/log-record.ts';
import type { FollowQuestion, LogQuestion } from './log-question.ts';

export interface WaitOptions {
  readonly signal: AbortSignal;
}

/** The files of one attempt as they are, to be handed out. */
export interface RawLog {
  /** What a file of it is called for people. */
  readonly attempt: number;
  /** Bytes so far, unpacked; more where the container goes on writing. */
  readonly sizeBytes: number;
  /** Every part in order, packed ones unpacked. Leaving the loop closes the files. */
  bytes(): AsyncIterable<Buffer>;
}

/** The logs of one container. Questions throw LogError where there is nothing to read or it must not be read. */
export interface ContainerLogs {
  attempts(): Promise<readonly LogAttempt[]>;
  /** Records, notices and progress; the last item is the end. */
  read(question: LogQuestion, options: WaitOptions): AsyncIterable<LogItem>;
  raw(attempt: number | 'own'): Promise<RawLog>;
  /**
   * Lines as they are written, over rotation and restart, until the signal or until the pod's folder is gone: every byte
   * of every file is given, or a notice says what is missing. It reads only as fast as it is asked.
   */
  follow(question: FollowQuestion, options: WaitOptions): AsyncIterable<LogRecord | LogNotice>;
}
