/**
 * Where to go after login: the path of `next` when it is a plain path of ours, else "/". Refuses every form that a
 * browser could read as another site: "//host", "/\host", schemes, control characters.
 */
export function toNextPath(next: string | null): string {
  if (next === null || !/^\/(?!\/)[!-[\]-~]*$/.test(next)) return '/';
  const base = 'http://own.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : null;
  if (url === null || url.origin !== base) return '/';
  // The parser can turn "/x/..//host" into a path that starts with two slashes.
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') || /^\/(login|logout)([/?#]|$)/.test(path) ? '/' : path;
}
