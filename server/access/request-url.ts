export interface RequestUrl {
  /** Below the base path, beginning with "/". */
  readonly path: string;
  readonly query: URLSearchParams;
  /** With its "?", or "". */
  readonly search: string;
}

/**
 * The request's target below the base path; "outside" of it, or "odd": whatever two readers could read differently,
 * such as dot segments, empty segments, backslashes, encoded slashes, control characters, absolute forms.
 */
export function parseRequestUrl(target: string, basePath: string): RequestUrl | 'odd' | 'outside' {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const search = mark === -1 ? '' : target.slice(mark);
  const isOdd =
    !path.startsWith('/') ||
    /[^!-~]|\\/.test(target) ||
    /\/\/|%2f|%5c|%00/i.test(path) ||
    path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (isOdd) return 'odd';
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return 'outside';
  return { path: path.slice(basePath.length) || '/', query: new URLSearchParams(search), search };
}
