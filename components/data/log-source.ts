import type { LogAttempt, LogItem } from '../../server/contract/log-record.ts';
import type { LogLevel } from '../../server/contract/log-words.ts';
import { API_ROOT } from '../../server/contract/paths.ts';
import { CHANNEL } from '../../server/contract/stream-words.ts';
import type { StreamEnd } from '../../server/contract/ticket.ts';
import { getJson } from './api-client.ts';
import { createLineSplitter, readJsonLines } from './read-lines.ts';
import { openStreamSocket, type StreamLoss } from './stream-socket.ts';

/** Which lines are wanted; null asks for any. */
export interface LogFilter {
  /** A regular expression. */
  readonly q: string | null;
  readonly isInverted: boolean;
  readonly stream: 'stdout' | 'stderr' | null;
  readonly levels: readonly LogLevel[] | null;
}

export interface LogQuestion extends LogFilter {
  readonly containerId: string;
  /** Null: the attempt that the id names. */
  readonly attempt: number | null;
  readonly lines: number;
  /** RFC 3339, or a duration back from now: "15m". */
  readonly since: string | null;
  /** As logCursor makes them. */
  readonly cursor: string | null;
}

export interface FollowQuestion extends LogFilter {
  readonly containerId: string;
  /** How many of the last lines come first. */
  readonly lines: number;
  readonly since: string | null;
  /** Goes on behind the line of this offset. */
  readonly after: string | null;
}

export interface FollowHandlers {
  readonly opened: () => void;
  readonly items: (items: readonly LogItem[]) => void;
  /** The server ended it, with a reason. */
  readonly ended: (end: StreamEnd) => void;
  readonly lost: (loss: StreamLoss) => void;
}

/** Where the lines of a log come from. */
export interface LogSource {
  attempts(containerId: string, signal: AbortSignal): Promise<readonly LogAttempt[]>;
  /** One page, as it comes; leaving the loop ends the question. */
  page(question: LogQuestion, signal: AbortSignal): AsyncIterable<readonly LogItem[]>;
  /** Lines as they are written, until the returned function is called. */
  follow(question: FollowQuestion, on: FollowHandlers): () => void;
}

export const logSource: LogSource = {
  attempts: async (containerId, signal) => {
    const path = `${logsPath(containerId)}/attempts`;
    return (await getJson<{ readonly attempts: readonly LogAttempt[] }>(path, signal)).attempts;
  },
  page: (question, signal) => readJsonLines<LogItem>(pagePath(question), signal),
  follow(question, on) {
    const split = createLineSplitter();
    const decoder = new TextDecoder();
    const socket = openStreamSocket(
      {
        kind: 'logs',
        containerId: question.containerId,
        attempt: null,
        tail: question.lines,
        since: question.since,
      },
      {
        opened: on.opened,
        data(channel, bytes) {
          if (channel !== CHANNEL.stdout) return;
          const lines = split(decoder.decode(bytes, { stream: true }));
          on.items(lines.map((line) => JSON.parse(line) as LogItem));
        },
        control(message) {
          if (message.control === 'end') on.ended(message);
        },
        lost: on.lost,
      },
    );
    return () => socket.close();
  },
};

/** Where the files of an attempt are handed out as they are. */
export function rawLogPath(containerId: string, attempt: number | null): string {
  const path = `${logsPath(containerId)}/raw`;
  return attempt === null ? path : `${path}?attempt=${attempt}`;
}

function logsPath(containerId: string): string {
  return `${API_ROOT}/containers/${encodeURIComponent(containerId)}/logs`;
}

function pagePath(question: LogQuestion): string {
  const { containerId, attempt, lines, since, cursor, q, isInverted, stream, levels } = question;
  const given = {
    tail: String(lines),
    attempt: attempt === null ? null : String(attempt),
    since,
    cursor,
    q,
    invert: isInverted && q !== null ? 'true' : null,
    stream,
    level: levels?.join(',') ?? null,
  };
  const params = Object.entries(given).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return `${logsPath(containerId)}?${new URLSearchParams(params)}`;
}
