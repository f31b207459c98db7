/** One cookie's value from a Cookie header, null when it is absent or stands twice (somebody meddles). */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}

/**
 * A Set-Cookie value for the session. Lax, since alert links come from other sites; no Max-Age, since the server
 * decides how long a session lives; gone with the browser in any case.
 */
export function writeCookie(
  name: string,
  value: string,
  options: { readonly path: string; readonly isSecure: boolean; readonly isGone?: boolean },
): string {
  const parts = [`${name}=${value}`, `Path=${options.path}`, 'HttpOnly', 'SameSite=Lax'];
  if (options.isSecure) parts.push('Secure');
  if (options.isGone === true) parts.push('Max-Age=0');
  return parts.join('; ');
}
