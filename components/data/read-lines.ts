import type { Problem } from '../../server/contract/error-codes.ts';
import { ApiError } from './api-client.ts';
import { withBase } from './base-path.ts';

/** 4 MiB: the server cuts a line of log at 256 KiB, so a longer line of its answer is no answer of ours. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

/** Cuts text that comes in pieces into lines; `rest` is what has no end yet. */
export function createLineSplitter(): (piece: string) => readonly string[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARS) throw new Error('The answer has a line that does not end.');
    return lines.filter((line) => line !== '');
  };
}

/** The values of an answer of one JSON a line, as many at a time as have come; rejects with ApiError where the server says no. */
export async function* readJsonLines<T>(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<readonly T[]> {
  const response = await fetch(withBase(path), {
    signal,
    headers: { accept: 'application/x-ndjson' },
  });
  if (!response.ok) {
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (isJson) throw new ApiError((await response.json()) as Problem);
    throw new Error(`The answer was ${response.status} ${response.statusText}.`);
  }
  if (response.body === null) return;
  const split = createLineSplitter();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = split(value);
      if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as T);
    }
  } finally {
    // Leaving early ends the request: the server stops searching.
    await reader.cancel().catch(() => undefined);
  }
}
