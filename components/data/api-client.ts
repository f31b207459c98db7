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
}

/** Sends JSON to the API; rejects with ApiError where the server says no. */
export async function postJson<T>(path: string, value: unknown, signal: AbortSignal): Promise<T> {
  const response = await fetch(withBase(path), {
    method: 'POST',
    signal,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(value),
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
