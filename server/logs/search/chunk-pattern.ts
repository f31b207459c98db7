/**
 * A pattern of one line made into one of many lines at once: running a regular expression over a megabyte is several
 * times faster than over ten thousand lines. What it finds is a candidate; the line itself is tested again. What it must
 * not do is miss a line, or run over the end of one.
 */
export interface ChunkPattern {
  /** With flags g and m; null where the lines have to be looked at one by one. */
  readonly pattern: RegExp | null;
  /** Text that every matching line has, as long as can be found; null where there is none. */
  readonly literal: string | null;
}

/** What stands before a container's text; absent in lines of another form. */
const HEAD = '^(?:[^ \\n]* std(?:out|err) [PF][^ \\n]* )?';
/** White space but the newline, for use within a class. */
const BLANKS =
  ' \\t\\v\\f\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
/** A single character is in too many lines to help; whether two do is learnt. */
const MIN_LITERAL = 2;
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

/** Something for one character with how often, at the beginning of a pattern. */
const LEAD = /^(\.|\\[dwsDWS]|\[\^?(?:\\.|[^\]\\])*\])(?:([*?])|(\+)|\{(\d+)(?:,\d*)?\})\??/;

/**
 * `.*x` is found where `x` is, `\\w+x` where `\\wx` is: without the repetition it takes one look at each character, with
 * it one look at the rest of the line from each character.
 */
function withoutLead(source: string): string {
  let rest = source;
  for (let lead = LEAD.exec(rest); lead !== null; lead = LEAD.exec(rest)) {
    const [all, atom = '', none, one, count = ''] = lead;
    rest = rest.slice(all.length);
    if (none === undefined) return one === undefined ? `${atom}{${count}}${rest}` : atom + rest;
  }
  return rest;
}

class Translator {
  readonly #source: string;
  #at = 0;
  #out = '';
  #depth = 0;
  #run = '';
  #best = '';
  #hasAlternative = false;
  #hasAnchor = false;
  /** A line could be missed, or one run over. */
  #isUnsafe = false;

  constructor(source: string) {
    this.#source = source;
  }

  translate(): { source: string | null; literal: string | null } {
    while (this.#at < this.#source.length) this.#token();
    this.#endRun();
    const isUnsafe = this.#isUnsafe || (this.#hasAnchor && this.#hasAlternative);
    const literal = this.#hasAlternative || this.#best.length < MIN_LITERAL ? null : this.#best;
    const source = this.#hasAnchor ? HEAD + this.#out : this.#out;
    return { source: isUnsafe ? null : source, literal };
  }

  #token(): void {
    const char = this.#source[this.#at] ?? '';
    switch (char) {
      case '\\':
        this.#escape();
        break;
      case '[':
        this.#class();
        break;
      case '(':
        this.#open();
        break;
      case ')':
        this.#depth--;
        this.#copy(1);
        break;
      case '|':
        this.#hasAlternative ||= this.#depth === 0;
        this.#copy(1);
        break;
      case '^':
        this.#begin();
        break;
      case '?':
      case '*':
        this.#run = this.#run.slice(0, -1);
        this.#copy(1);
        break;
      case '{':
        this.#run = this.#run.slice(0, -1);
        this.#copy(COUNT.exec(this.#source.slice(this.#at))?.[0].length ?? 1);
        break;
      case '.':
      case '$':
      case '+':
      case '}':
        this.#copy(1);
        break;
      default:
        this.#literal(char, char);
    }
  }

  #copy(length: number): void {
    this.#endRun();
    this.#out += this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #literal(char: string, written: string): void {
    if (this.#depth === 0) this.#run += char;
    this.#out += written;
    this.#at += written.length;
  }

  #endRun(): void {
    if (this.#run.length > this.#best.length) this.#best = this.#run;
    this.#run = '';
  }

  #begin(): void {
    this.#endRun();
    // Only where it is the very first thing can the head of the line be put in its place.
    if (this.#at === 0) this.#hasAnchor = true;
    else this.#isUnsafe = true;
    this.#at++;
  }

  #escape(): void {
    const next = this.#source[this.#at + 1] ?? '';
    const known = ESCAPED_CLASS[next];
    if (known !== undefined) {
      this.#endRun();
      this.#out += known;
      this.#at += 2;
      return;
    }
    const special = LETTER_ESCAPE.exec(this.#source.slice(this.#at))?.[0];
    if (special === undefined) this.#literal(next, `\\${next}`);
    else this.#copy(special.length);
  }

  #open(): void {
    const rest = this.#source.slice(this.#at, this.#at + 4);
    // What is looked at behind or must not follow may lie in another line.
    this.#isUnsafe ||= rest.startsWith('(?!') || rest.startsWith('(?<=') || rest.startsWith('(?<!');
    this.#depth++;
    this.#copy(rest.startsWith('(?:') || rest.startsWith('(?=') || rest.startsWith('(?!') ? 3 : 1);
  }

  #class(): void {
    this.#endRun();
    const source = this.#source;
    const isNegated = source[this.#at + 1] === '^';
    this.#at += isNegated ? 2 : 1;
    let out = isNegated ? '[^\\n' : '[';
    let hasNewline = false;
    while (this.#at < source.length && source[this.#at] !== ']') {
      const token = source.slice(this.#at, this.#at + (source[this.#at] === '\\' ? 2 : 1));
      hasNewline ||= !isNegated && NEGATED_IN_CLASS.has(token);
      out += !isNegated && token === '\\s' ? BLANKS : token;
      this.#at += token.length;
    }
    this.#at++;
    // "Everything but a digit" holds the newline, and it cannot be taken out of a class again.
    this.#out += hasNewline ? `(?:(?!\\n)${out}])` : `${out}]`;
  }
}

/** What finds candidates of a pattern in many lines at once. */
export function toChunkPattern(pattern: RegExp): ChunkPattern {
  const translated = new Translator(withoutLead(pattern.source)).translate();
  const ignoresCase = pattern.flags.includes('i');
  const { source, literal } = translated;
  return {
    pattern: source === null ? null : new RegExp(source, ignoresCase ? 'gim' : 'gm'),
    literal: ignoresCase ? null : literal,
  };
}
