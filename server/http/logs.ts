import type { ServerResponse } from 'node:http';
import type { LogAttempt, LogItem } from '../contract/log-record.ts';
import { stripControl } from '../lib/strip-control.ts';
import type { ContainerLogs } from '../logs/container-logs.ts';
import { LogError, type LogErrorKind } from '../logs/log-error.ts';
import type { ContainerRef } from '../runtime.ts';
import type { ApiRequest, ApiRoute, StreamRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { oneAttempt, parseFileParams, parseLogParams } from './log-params.ts';
import { writeText } from './log-writer.ts';

const CODES = {
  absent: 'not-found',
  refused: 'log-refused',
  unreadable: 'log-unreadable',
  'bad-question': 'bad-request',
  busy: 'too-many-requests',
} as const satisfies Readonly<Record<LogErrorKind, string>>;

/** Some hundred lines in one write. */
const WRITE_CHARS = 64 * 1024;

function toAppError(error: unknown): unknown {
  if (!(error instanceof LogError)) return error;
  return new AppError(CODES[error.kind], { detail: error.message, cause: error });
}

/** By the id in the path, or by the names in it; without a uid the newest pod of that name. */
async function toRef(request: ApiRequest, uid: string | null): Promise<ContainerRef> {
  const { id, namespace = '', name = '', container = '' } = request.params;
  if (id !== undefined) return { id };
  const podUid = uid ?? (await request.runtime.pod({ namespace, name, uid: null }, request))?.uid;
  if (podUid === undefined || podUid === null) {
    throw new AppError(
      'not-found',
      `no pod ${namespace}/${name} is known; ?uid= names one that is gone`,
    );
  }
  return { namespace, podName: name, podUid, container, attempt: null };
}

async function logsOf(request: ApiRequest, uid: string | null): Promise<ContainerLogs> {
  const logs = await request.runtime.containerLogs(await toRef(request, uid), request);
  if (logs !== null) return logs;
  throw new AppError(
    'not-found',
    'no container of this id is known; of one that is gone the log is found by namespace, pod, uid and container',
  );
}

/** GET …/logs/attempts: which attempts left a log. */
async function getAttempts(
  request: ApiRequest,
): Promise<{ readonly attempts: readonly LogAttempt[] }> {
  try {
    const logs = await logsOf(request, parseFileParams(request.query).uid);
    return { attempts: await logs.attempts() };
  } catch (error) {
    throw toAppError(error);
  }
}

/** GET …/logs: records, notices and progress as lines of JSON (or as text), the end last. */
async function sendLogs(request: StreamRequest, response: ServerResponse): Promise<void> {
  const choice = parseLogParams(request.query, request.runtime.nowMs());
  try {
    const logs = await logsOf(request, choice.uid);
    if (choice.format === 'raw') {
      await sendFiles(request, response, { logs, attempt: oneAttempt(choice.question.attempt) });
      return;
    }
    const items = logs.read(choice.question, request)[Symbol.asyncIterator]();
    // What is refused is refused before the first line: until then it has a status.
    const first = await items.next();
    const isText = choice.format === 'text';
    response.writeHead(200, {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Asks nginx and its kin not to hold the stream back.
      'x-accel-buffering': 'no',
    });
    await pump({ first, items, toLine: isText ? toText : toJson }, response, request.signal);
  } catch (error) {
    if (!response.headersSent) throw toAppError(error);
    throw error;
  }
}

interface Answer {
  readonly first: IteratorResult<LogItem, unknown>;
  readonly items: AsyncIterator<LogItem>;
  readonly toLine: (item: LogItem) => string;
}

async function pump(answer: Answer, response: ServerResponse, signal: AbortSignal): Promise<void> {
  const { items, toLine } = answer;
  let text = '';
  try {
    for (let next = answer.first; next.done !== true; next = await items.next()) {
      text += toLine(next.value);
      // Lines may wait for others, but not for a search that goes on: how far it is goes out at once.
      if (text.length < WRITE_CHARS && !('progress' in next.value)) continue;
      await writeText(response, text, signal);
      text = '';
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    text += toLine(failedEnd(error.message));
  } finally {
    await items.return?.();
  }
  response.end(text);
}

function failedEnd(detail: string): LogItem {
  const end = { detail, nextCursor: null, readBytes: 0, direction: 'backward' } as const;
  return { end: { reason: 'failed', ...end } };
}

const toJson = (item: LogItem): string => `${JSON.stringify(item)}\n`;

/**
 * For a person at a terminal, whom nothing that a container wrote may take over: no control sequences, no progress, and
 * what happened between the lines as a remark.
 */
function toText(item: LogItem): string {
  if ('progress' in item) return '';
  if ('notice' in item) return `--- ${item.text} ---\n`;
  if (!('end' in item)) return `${item.time} ${stripControl(item.text)}\n`;
  return item.end.reason === 'failed' ? `--- ${item.end.detail} ---\n` : '';
}

/** GET …/logs/raw: all files of one attempt in order, as they are; packed ones unpacked. */
async function sendRaw(request: StreamRequest, response: ServerResponse): Promise<void> {
  const { attempt, uid } = parseFileParams(request.query);
  try {
    await sendFiles(request, response, { logs: await logsOf(request, uid), attempt });
  } catch (error) {
    if (!response.headersSent) throw toAppError(error);
    throw error;
  }
}

async function sendFiles(
  request: StreamRequest,
  response: ServerResponse,
  { logs, attempt }: { readonly logs: ContainerLogs; readonly attempt: number | 'own' },
): Promise<void> {
  const raw = await logs.raw(attempt);
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName(request)}-${raw.attempt}.log"`,
    'cache-control': 'no-store',
  });
  for await (const bytes of raw.bytes()) await writeText(response, bytes, request.signal);
  response.end();
}

function fileName({ params }: ApiRequest): string {
  const { id, namespace, name, container } = params;
  const words = id === undefined ? [namespace, name, container] : [id.slice(0, 12)];
  return words.join('-').replace(/[^A-Za-z0-9.-]+/g, '-');
}

/** Logs below the two names of a container: its id, and those that outlive it. */
export function logRoutes(): readonly ApiRoute[] {
  const places = ['/containers/{id}', '/pods/{namespace}/{name}/containers/{container}'];
  return places.flatMap((place): readonly ApiRoute[] => {
    const base = { method: 'GET', role: 'viewer' } as const;
    return [
      { ...base, path: `${place}/logs`, kind: 'stream', stream: sendLogs },
      { ...base, path: `${place}/logs/attempts`, kind: 'json', answer: getAttempts },
      { ...base, path: `${place}/logs/raw`, kind: 'stream', stream: sendRaw },
    ];
  });
}
