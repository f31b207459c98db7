import type { LogAttempt, LogItem } from '../../server/contract/log-record.ts';
import type { LogLevel } from '../../server/contract/log-words.ts';
import { apiPaths } from '../../server/contract/paths.ts';
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

/** A log by the id of its container, or by the names of its files, which outlive it. */
export type LogPlace =
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'names';
      readonly namespace: string;
      readonly name: string;
      readonly uid: string | null;
      readonly container: string;
    };

export interface LogQuestion extends LogFilter {
  readonly place: LogPlace;
  /** Null: the attempt that the id names. */
  readonly attempt: number | null;
  readonly lines: number;
  /** RFC 3339, or a duration back from now: "15m". */
  readonly since: string | null;
  readonly until: string | null;
  /** From `since` on, not the last lines since then. */
  readonly isForward: boolean;
  /** As logCursor makes them. */
  readonly cursor: string | null;
}

export interface FollowQuestion extends LogFilter {
  readonly place: LogPlace;
  /** How many of the last lines come first. */
  readonly lines: number;
  readonly since: string | null;
  /** Goes on behind the line of this offset. */
  readonly after: string | null;
}

export interface FollowHandlers {
  readonly opened: () => void;
  /** `shown` is called once they are on the page: a server that is told so waits for a page that is behind. */
  readonly items: (items: readonly LogItem[], shown: () => void) => void;
  /** The server ended it, with a reason. */
  readonly ended: (end: StreamEnd) => void;
  readonly lost: (loss: StreamLoss) => void;
}

/** Where the lines of a log come from. */
export interface LogSource {
  attempts(place: LogPlace, signal: AbortSignal): Promise<readonly LogAttempt[]>;
  /** One page, as it comes; leaving the loop ends the question. */
  page(question: LogQuestion, signal: AbortSignal): AsyncIterable<readonly LogItem[]>;
  /** Lines as they are written, until the returned function is called. */
  follow(question: FollowQuestion, on: FollowHandlers): () => void;
}

export const logSource: LogSource = {
  attempts: async (place, signal) => {
    const path = logPath(place, '/attempts');
    return (await getJson<{ readonly attempts: readonly LogAttempt[] }>(path, signal)).attempts;
  },
  page: (question, signal) => readJsonLines<LogItem>(pagePath(question), signal),
  follow(question, on) {
    const split = createLineSplitter();
    const decoder = new TextDecoder();
    let receivedBytes = 0;
    const socket = openStreamSocket(
      {
        kind: 'logs',
        ...toTarget(question.place),
        tail: question.lines,
        since: question.since,
        after: question.after,
        filter: toTicketFilter(question),
      },
      {
        data(channel, bytes) {
          if (channel !== CHANNEL.stdout) return;
          receivedBytes += bytes.length;
          const ack = receivedBytes;
          const lines = split(decoder.decode(bytes, { stream: true }));
          on.items(
            lines.map((line) => JSON.parse(line) as LogItem),
            () => socket.send(CHANNEL.control, JSON.stringify({ ack })),
          );
        },
        control(message) {
          if (message.control === 'opened') on.opened();
          if (message.control === 'end') on.ended(message);
        },
        lost: on.lost,
      },
    );
    return () => socket.close();
  },
};

function toTarget(place: LogPlace) {
  if (place.kind === 'id') return { containerId: place.id };
  const { namespace, name, uid, container } = place;
  return { pod: { namespace, name, uid, container } };
}

function toTicketFilter({ q, isInverted, stream, levels }: LogFilter) {
  if (q === null && stream === null && levels === null) return null;
  const wanted = levels === null ? null : [...levels];
  return { pattern: q, isInverted: isInverted && q !== null, stream, levels: wanted };
}

/** Where the files of an attempt are handed out as they are. */
export function rawLogPath(place: LogPlace, attempt: number | null): string {
  return logPath(place, '/raw', attempt === null ? {} : { attempt: String(attempt) });
}

function pagePath(question: LogQuestion): string {
  const { place, attempt, lines, since, until, isForward, cursor } = question;
  const { q, isInverted, stream, levels } = question;
  const isFiltered = q !== null || stream !== null || levels !== null;
  const given = {
    [isForward ? 'limit' : 'tail']: String(lines),
    attempt: attempt === null ? null : String(attempt),
    since,
    until,
    cursor,
    q,
    invert: isInverted && q !== null ? 'true' : null,
    stream,
    level: levels?.join(',') ?? null,
    // The newest first: what is found can be read while the search goes on.
    order: isFiltered ? 'found' : null,
  };
  const params = Object.entries(given).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return logPath(place, '', Object.fromEntries(params));
}

function logPath(
  place: LogPlace,
  below: '' | '/attempts' | '/raw',
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(params);
  if (place.kind === 'names' && place.uid !== null) query.set('uid', place.uid);
  const path =
    place.kind === 'id'
      ? apiPaths.logs(place.id)
      : apiPaths.logsByName({ ...place, uid: null }, place.container);
  return `${path}${below}${query.size === 0 ? '' : `?${query}`}`;
}
