import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '../contract/live.ts';
import { ROLES } from './role.ts';

export interface TokenEntry {
  readonly role: Role;
  readonly name: string;
  readonly token: string;
}

/** Whom a token stands for. */
export interface Identity {
  readonly name: string;
  readonly role: Role;
}

/** Characters: with the delay of a wrong login, guessing eight takes longer than a token lives. */
const MIN_TOKEN_LENGTH = 8;
/** What survives a header, a URL and a shell without quoting. */
const TOKEN_FORM = /^[A-Za-z0-9._~+/=-]+$/;

/** A new random token: 32 bytes, safe in a URL. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Null when the text can be a token, else what is expected. The text itself is never repeated. */
export function parseToken(text: string): string | null {
  if (text.length < MIN_TOKEN_LENGTH) return `at least ${MIN_TOKEN_LENGTH} characters`;
  return TOKEN_FORM.test(text) ? null : 'letters, digits and . _ ~ + / = - only';
}

/** Reads lines of `role name token`; `#` starts a comment. The error names the line, not the token. */
export function parseTokenLines(
  text: string,
): { readonly entries: readonly TokenEntry[] } | { readonly error: string } {
  const entries: TokenEntry[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const words = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (words[0] === '') continue;
    const [roleWord, name, token] = words;
    const role = ROLES.find((known) => known === roleWord);
    const wrong =
      role === undefined ? `expected role name token with role one of ${ROLES.join(', ')}` : null;
    if (role === undefined || name === undefined || token === undefined || words.length !== 3) {
      return { error: `line ${index + 1}: ${wrong ?? 'expected three words, role name token'}` };
    }
    const expected = parseToken(token);
    if (expected !== null) return { error: `line ${index + 1}: the token has to have ${expected}` };
    if (entries.some((entry) => entry.token === token))
      return { error: `line ${index + 1}: this token stands twice` };
    entries.push({ role, name, token });
  }
  return entries.length === 0 ? { error: 'no line with role name token' } : { entries };
}

/** Finds whom a token belongs to. Every entry is compared, in time that does not depend on where they differ. */
export function createTokenTable(entries: readonly TokenEntry[]): {
  find(token: string): Identity | null;
} {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const table = entries.map((entry) => ({
    digest: digest(entry.token),
    identity: { name: entry.name, role: entry.role },
  }));
  return {
    find(token) {
      const asked = digest(token);
      let found: Identity | null = null;
      for (const entry of table) if (timingSafeEqual(entry.digest, asked)) found = entry.identity;
      return found;
    },
  };
}
