import type { Withheld } from '../contract/report.ts';

interface Secret {
  readonly what: string;
  readonly pattern: RegExp;
  /** What stands in its place; groups of the pattern may be kept. */
  readonly instead: string;
}

const GONE = '[withheld]';

/**
 * Forms that secrets take in logs, messages and commands. Each keeps the words around it, so that the line can still be
 * understood; names of fields are kept, values are not.
 */
const SECRETS: readonly Secret[] = [
  {
    what: 'private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    instead: GONE,
  },
  {
    what: 'web token',
    pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
    instead: GONE,
  },
  {
    what: 'authorization header',
    pattern: /\b(authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token|digest)\s+)[^\s"',;]+/gi,
    instead: `$1${GONE}`,
  },
  {
    what: 'bearer token',
    pattern: /\b(bearer\s+)(?!realm=)[A-Za-z0-9._~+/-]{16,}=*/gi,
    instead: `$1${GONE}`,
  },
  {
    what: 'password in a URL',
    pattern: /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,
    instead: `$1${GONE}`,
  },
  {
    what: 'signature in a URL',
    pattern:
      /([?&](?:sig|signature|token|access_token|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature|key|code)=)[^&\s"']{8,}/gi,
    instead: `$1${GONE}`,
  },
  { what: 'cloud access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, instead: GONE },
  {
    what: 'service token',
    pattern:
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|sk-[\w-]{20,}|dckr_pat_[\w-]{16,}|hvs\.[\w-]{16,}|npm_[A-Za-z0-9]{30,})/g,
    instead: GONE,
  },
  {
    what: 'value of a secret field',
    pattern:
      /((?:^|[\s{,;&"'([-])["']?[\w.-]*(?:password|passwd|passphrase|secret[_-]?(?:access[_-]?)?key|client[_-]?secret|api[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|identitytoken|private[_-]?key)["']?\s*[:=]\s*)(?:\\?"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;}"'&)]+)/gi,
    instead: `$1${GONE}`,
  },
];

/** Quick refusal: most texts hold none of these, and each pattern alone costs a walk. */
const MAYBE =
  /PRIVATE KEY|eyJ|authori[sz]ation|bearer|:\/\/|AKIA|ASIA|gh[pousr]_|github_pat|glpat|xox|sk-|dckr_pat|hvs\.|npm_|passw|passphrase|secret|api[_-]?key|token|private[_-]?key|sig=|[?&]key=|[?&]code=/i;

interface Marked {
  text?: unknown;
  mark?: unknown;
  innermost?: unknown;
}

/** Marks count characters of the text as it was: in a changed text they would point elsewhere. */
function withoutStaleMarks(before: Marked, after: Marked): Marked {
  if (typeof after.text !== 'string' || after.text === before.text) return after;
  if ('mark' in after) after.mark = null;
  if ('innermost' in after) after.innermost = [0, after.text.length];
  return after;
}

/** Takes secrets out of texts and counts what it took. */
export class Redactor {
  readonly #counts = new Map<string, number>();

  /** The text without what looks like a secret. */
  text(text: string): string {
    if (!MAYBE.test(text)) return text;
    let kept = text;
    for (const { what, pattern, instead } of SECRETS) {
      kept = kept.replace(pattern, (...found: unknown[]) => {
        const [whole, first] = found;
        const next = instead.replace('$1', typeof first === 'string' ? first : '');
        if (next !== whole) this.count(what);
        return next;
      });
    }
    return kept;
  }

  /** Says that something of this kind was taken out. */
  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** The same value with every text in it redacted; names of fields stay. The value is plain data. */
  value<T>(value: T): T {
    return this.#walk(value) as T;
  }

  withheld(): readonly Withheld[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    if (typeof value !== 'object' || value === null) return value;
    const kept: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) kept[name] = this.#walk(item);
    return withoutStaleMarks(value as Marked, kept as Marked);
  }
}
