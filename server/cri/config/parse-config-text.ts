import { type Document, parseDocument } from 'yaml';
import { stripControl } from '../../lib/strip-control.ts';

/** Characters of a configuration; crictl's own examples have a few hundred. */
const MAX_TEXT_CHARS = 128 * 1024;
/** Uses of YAML's anchors: each may stand for many lines, and those for many again. */
const MAX_ALIASES = 100;
/** Characters of the parser's own words. */
const MAX_REASON_CHARS = 200;
/** More digits than a number of JavaScript holds exactly. */
const LONG_NUMBER = /\d{16}/u;

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** A text in JSON or YAML as plain data; else one sentence with line and column of what is wrong. */
export function parseConfigText(text: string): Parsed {
  if (text.length > MAX_TEXT_CHARS) {
    return wrong(`too long: ${text.length} characters, at most ${MAX_TEXT_CHARS} are read`);
  }
  if (text.trim() === '') return wrong('empty: there is no configuration in this text');
  const json = parseJson(text);
  if (json.ok && !LONG_NUMBER.test(text)) return json;
  const yaml = parseYaml(text);
  // JSON that YAML's parser does not take has no exact long numbers, and those are then refused by their place.
  if (yaml.ok || json.ok) return yaml.ok ? yaml : json;
  return json.message === '' ? yaml : json;
}

/** With a message where it says something of use; JavaScript's other words quote the text. */
function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const found = /^((?:Expected|Unterminated|Bad) .*) in JSON at position (\d+)/u.exec(
      error.message,
    );
    if (!found || !/^\s*[[{]/u.test(text)) return wrong('');
    const before = text.slice(0, Number(found[2])).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return wrong(`no JSON: line ${before.length}, column ${column}: ${found[1]}`);
  }
}

function parseYaml(text: string): Parsed {
  const document = parseDocument(text, {
    intAsBigInt: true,
    merge: true,
    prettyErrors: true,
    logLevel: 'error',
  });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem?.code === 'MULTIPLE_DOCS') {
    return wrong('several documents in one text: give one configuration only');
  }
  if (problem !== undefined) {
    const [start] = problem.linePos ?? [];
    const where = start ? `line ${start.line}, column ${start.col}: ` : '';
    return wrong(`neither JSON nor YAML: ${where}${toReason(problem.message)}`);
  }
  return toPlain(document);
}

function toPlain(document: Document): Parsed {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    // What the library throws for anchors that unfold without end, or that are not there.
    if (!(error instanceof ReferenceError)) throw error;
    return wrong('its anchors (&, *) cannot be followed: write the values out');
  }
}

/** The parser's words without the lines it quotes: those may hold a secret. */
function toReason(message: string): string {
  const [first = ''] = message.split('\n');
  const words = first.replace(/ at line \d+, column \d+:?$/u, '').replace(/: .*$/u, '');
  return stripControl(words).slice(0, MAX_REASON_CHARS);
}

function wrong(message: string): Parsed {
  return { ok: false, message };
}
