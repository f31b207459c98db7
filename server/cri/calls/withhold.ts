const WITHHELD = '[withheld]';
/** Characters below which a secret is taken out only where it stands alone: "a" is in most words. */
const LEAST_ANYWHERE = 4;
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/gu;

/** The text without these secrets. */
export function withhold(text: string, secrets: readonly string[]): string {
  // The longest first: one may be a part of another.
  return [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replace(toPattern(secret), WITHHELD), text);
}

function toPattern(secret: string): RegExp {
  const literal = secret.replace(SPECIAL, String.raw`\$&`);
  const isShort = secret.length < LEAST_ANYWHERE;
  return new RegExp(
    isShort ? String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])` : literal,
    'gu',
  );
}
