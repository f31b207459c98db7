const WITHHELD = '[withheld]';
/** Characters below which a secret is taken out only where it stands alone: "a" is in most words. */
const LEAST_ANYWHERE = 4;
const SPECIAL = /[\\^$.*+?()[\]{}|/]/gu;

/** The text without these secrets. */
export function withhold(text: string, secrets: readonly string[]): string {
  // The longest first: one may be a part of another.
  return [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce(withoutOne, text);
}

function withoutOne(text: string, secret: string): string {
  if (secret.length >= LEAST_ANYWHERE) return text.replaceAll(secret, WITHHELD);
  const literal = secret.replaceAll(SPECIAL, String.raw`\$&`);
  const alone = new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'gu');
  return text.replaceAll(alone, WITHHELD);
}
