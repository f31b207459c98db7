import { ERROR_CODES, type Problem } from '../../server/contract/error-codes.ts';
import { withBase } from './base-path.ts';

/** An answer of the API that is no success, with a sentence for a person. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || ERROR_CODES[problem.code].sentence);
    this.name = 'ApiError';
    this.problem = problem;
  }

  /** Whether asking again can help. */
  get retryable(): boolean {
    return ERROR_CODES[this.problem.code].retryable;
  }
}

/** Sends JSON to the API; rejects with ApiError where the server says no. */
export async function postJson<T>(path: string, value: unknown, signal: AbortSignal): Promise<T> {
  const response = await fetch(withBase(path), {
    method: 'POST',
    signal,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
  if (!response.ok) throw await toError(response);
  return (await response.json()) as T;
}

/** Ends something of the API and takes what it says then; rejects with ApiError where the server says no. */
export async function deleteJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(withBase(path), {
    method: 'DELETE',
    signal,
    headers: { accept: 'application/json' },
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiError(body as Problem);
  return body as T;
}

/** JSON of the API; rejects with ApiError where the server says no. */
export async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(withBase(path), { signal, headers: { accept: 'application/json' } });
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiError(body as Problem);
  return body as T;
}

/** A text of the API; rejects with ApiError where the server says no. */
export async function getText(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(withBase(path), { signal });
  if (!response.ok) throw await toError(response);
  return await response.text();
}

/** A file of the API, with the name that the server gives it. */
export async function getFile(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const response = await fetch(withBase(path), { signal });
  if (!response.ok) throw await toError(response);
  const header = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"/\\]+)"/.exec(header)?.[1] ?? 'cri-triage.capture.gz';
  return { name, blob: await response.blob() };
}

/** The server's own sentence where it gives one; a proxy between may answer in a form of its own. */
async function toError(response: Response): Promise<Error> {
  if (response.headers.get('content-type')?.includes('json')) {
    return new ApiError((await response.json()) as Problem);
  }
  return new Error(`The answer was ${response.status} ${response.statusText}.`);
}
