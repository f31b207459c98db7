import { AppError } from './app-error.ts';

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
    const detail = 'the path is not valid percent-encoding';
    throw new AppError('bad-request', { detail, cause: error });
  }
}
