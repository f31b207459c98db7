/** One line of at most `max` characters; what is cut says so. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** The first group of a pattern in a text, trimmed; null where it does not stand. */
export function quotedIn(text: string, pattern: RegExp): string | null {
  const found = pattern.exec(text)?.[1]?.trim();
  return found === undefined || found === '' ? null : found;
}

/** "500 Internal Server Error from registry.example": an HTTP status and who sent it. */
export function statusFrom(text: string, host: string | null): string | null {
  const status = /(?<![\d:.])[45]\d\d\b(?: [A-Z][a-z]+){0,3}/.exec(text)?.[0];
  if (status === undefined) return null;
  return host === null ? status : `${status} from ${host}`;
}

/** What went wrong with the network, in the words of the error's tail: "registry.example:5000: connection refused". */
export function addressIn(text: string): string | null {
  const dial =
    /dial (?:tcp|udp)[46]? ([^\s:]*(?::\d+)?)(?:[^:]*)?: (?:connect: )?([^:"]+?)(?:$|["(;:])/.exec(
      text,
    );
  if (dial?.[1] && dial[2]) return `${dial[1]}: ${dial[2].trim()}`;
  const lookup = quotedIn(text, /lookup ([^\s:]+(?: on \S+)?: .+)$/);
  if (lookup !== null) return lookup;
  return quotedIn(text, /: ([^:"]{3,60})$/);
}
