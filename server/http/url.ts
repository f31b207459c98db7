import { AppError } from './app-error.ts';

export interface RequestUrl {
  /** Below the base path, beginning with "/". */
  readonly path: string;
  readonly query: URLSearchParams;
  /** With its "?", or "". */
  readonly search: string;
}

/**
 * The request's target below the base path; null when it lies outside of it. Refuses whatever two readers could read
 * differently: dot segments, empty segments, backslashes, encoded slashes, control characters, absolute forms.
 */
export function parseRequestUrl(target: string, basePath: string): RequestUrl | null {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const search = mark === -1 ? '' : target.slice(mark);
  const isOdd =
    !path.startsWith('/') ||
    /[^!-~]|\\/.test(target) ||
    /\/\/|%2f|%5c|%00/i.test(path) ||
    path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (isOdd) throw new AppError('bad-request', 'the path is not in its plain form');
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return null;
  return { path: path.slice(basePath.length) || '/', query: new URLSearchParams(search), search };
}

/** The values of a pattern's `{names}` in a path, or null when it does not fit. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!segment.startsWith('{')) {
      if (segment !== value) return null;
      continue;
    }
    if (value === '') return null;
    params[segment.slice(1, -1)] = decode(value);
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw new AppError('bad-request', {
      detail: 'the path is not valid percent-encoding',
      cause: error,
    });
  }
}
