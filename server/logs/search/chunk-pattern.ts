/**
 * A pattern of one line made into one of many lines at once: running a regular expression over a megabyte is several
 * times faster than over ten thousand lines. What it finds is a candidate; the line itself is tested again. What it must
 * not do is miss a line, or run over the end of one.
 */
export interface ChunkPattern {
  /** With flags g and m; null where the lines have to be tested one by one. */
  readonly pattern: RegExp | null;
  /** Text that every matching line has, as long as can be found; null where there is none. */
  readonly literal: string | null;
}

/** What stands before a container's text; absent in lines of another form. */
const HEAD = '^(?:[^ \\n]* std(?:out|err) [PF][^ \\n]* )?';
/** White space but the newline, for use within a class. */
const BLANKS =
  ' \\t\\v\\f\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
/** Shorter text is in too many lines to help. */
const MIN_LITERAL = 3;
const ESCAPED_CLASS: Readonly<Record<string, string>> = {
  s: '[^\\S\\n]',
  W: '[^\\w\\n]',
  D: '[^\\d\\n]',
};
const NEGATED_IN_CLASS: ReadonlySet<string> = new Set(['\\W', '\\D', '\\S']);
/** How often: `{2}`, `{2,}`, `{2,3}`. */
const COUNT = /^\{\d+(?:,\d*)?\}/;
/** Escapes that stand for something else than the character behind the backslash. */
const LETTER_ESCAPE = /^\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|c[a-z]|k<[^>]*>|p\{[^}]*\}|\d+|[a-z])/i;

class Translator {
  readonly #source: string;
  #at = 0;
  #out = '';
  #depth = 0;
  #run = '';
  #best = '';
  #hasAlternative = false;
  #hasAnchor = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** Null where a line could be missed. */
  translate(): { source: string; literal: string | null } | null {
    while (this.#at < this.#source.length) {
      if (!this.#token()) return null;
    }
    this.#endRun();
    if (this.#hasAnchor && this.#hasAlternative) return null;
    const literal = this.#hasAlternative || this.#best.length < MIN_LITERAL ? null : this.#best;
    return { source: this.#hasAnchor ? HEAD + this.#out : this.#out, literal };
  }

  #token(): boolean {
    const char = this.#source[this.#at] ?? '';
    switch (char) {
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(':
        return this.#open();
      case ')':
        this.#depth--;
        return this.#copy(1);
      case '|':
        this.#hasAlternative ||= this.#depth === 0;
        return this.#copy(1);
      case '^':
        // Only where it is the very first thing can the head of the line be put in its place.
        if (this.#at !== 0) return false;
        this.#hasAnchor = true;
        this.#at++;
        return true;
      case '?':
      case '*':
        this.#run = this.#run.slice(0, -1);
        return this.#copy(1);
      case '{':
        this.#run = this.#run.slice(0, -1);
        return this.#copy(COUNT.exec(this.#source.slice(this.#at))?.[0].length ?? 1);
      case '.':
      case '$':
      case '+':
      case '}':
        return this.#copy(1);
      default:
        return this.#literal(char, char);
    }
  }

  #copy(length: number): boolean {
    this.#endRun();
    this.#out += this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
    return true;
  }

  #literal(char: string, written: string): boolean {
    if (this.#depth === 0) this.#run += char;
    this.#out += written;
    this.#at += written.length;
    return true;
  }

  #endRun(): void {
    if (this.#run.length > this.#best.length) this.#best = this.#run;
    this.#run = '';
  }

  #escape(): boolean {
    const next = this.#source[this.#at + 1] ?? '';
    const known = ESCAPED_CLASS[next];
    if (known !== undefined) {
      this.#endRun();
      this.#out += known;
      this.#at += 2;
      return true;
    }
    const special = LETTER_ESCAPE.exec(this.#source.slice(this.#at))?.[0];
    return special === undefined ? this.#literal(next, `\\${next}`) : this.#copy(special.length);
  }

  #open(): boolean {
    const rest = this.#source.slice(this.#at, this.#at + 4);
    // What is looked at behind or must not follow may lie in another line.
    if (rest.startsWith('(?!') || rest.startsWith('(?<=') || rest.startsWith('(?<!')) return false;
    this.#depth++;
    if (rest.startsWith('(?:') || rest.startsWith('(?=')) return this.#copy(3);
    return this.#copy(1);
  }

  #class(): boolean {
    this.#endRun();
    const isNegated = this.#source[this.#at + 1] === '^';
    this.#at += isNegated ? 2 : 1;
    this.#out += isNegated ? '[^\\n' : '[';
    const source = this.#source;
    while (source[this.#at] !== ']') {
      if (this.#at >= source.length) return false;
      const token = source.slice(this.#at, this.#at + (source[this.#at] === '\\' ? 2 : 1));
      // "Everything but a digit" would hold the newline, and cannot be taken out of a class again.
      if (!isNegated && NEGATED_IN_CLASS.has(token)) return false;
      this.#out += !isNegated && token === '\\s' ? BLANKS : token;
      this.#at += token.length;
    }
    this.#out += ']';
    this.#at++;
    return true;
  }
}

/** What finds candidates of a pattern in many lines at once. */
export function toChunkPattern(pattern: RegExp): ChunkPattern {
  const translated = new Translator(pattern.source).translate();
  if (translated === null) return { pattern: null, literal: null };
  const ignoresCase = pattern.flags.includes('i');
  return {
    pattern: new RegExp(translated.source, ignoresCase ? 'gim' : 'gm'),
    literal: ignoresCase ? null : translated.literal,
  };
}
