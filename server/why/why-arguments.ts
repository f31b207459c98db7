import { ConfigError } from '../config-error.ts';
import { FLAGS, type Flag } from '../flags.ts';

export interface WhyArguments {
  /** Null asks about the node. Without a namespace the name alone has to be enough. */
  readonly pod: { readonly namespace: string | null; readonly name: string } | null;
  readonly uid: string | null;
  readonly isJson: boolean;
  readonly isHelp: boolean;
  /** What is left for the server's own configuration. */
  readonly flags: readonly string[];
}

export const WHY_USAGE = `npm run -s why -- [NAMESPACE/POD] [--json] [--uid UID] [flags of the server]

Without a pod: the node. Asks the running server of this user; without one it opens the node's sources by itself.
Ends with 0 when it could tell, 3 when there is no such pod, 2 when it was asked wrongly.
`;

const ALL: readonly Flag[] = FLAGS;
const OWN_SWITCHES: ReadonlySet<string> = new Set(['--json', '--help', '-h']);

function takesValue(word: string): boolean {
  const flag = ALL.find(({ name }) => `--${name}` === word);
  return flag !== undefined && flag.value !== null;
}

function toPod(word: string): WhyArguments['pod'] {
  const parts = word.replace(/^pods?\//, '').split('/');
  const [first, second] = parts;
  if (parts.length > 2 || first === undefined || first === '' || second === '') {
    throw new ConfigError(`"${word}" names no pod: expected NAMESPACE/POD`);
  }
  return second === undefined
    ? { namespace: null, name: first }
    : { namespace: first, name: second };
}

/** The words of the command line in order: a flag of the server keeps the value that follows it. */
function* words(argv: readonly string[]): Generator<readonly [word: string, value: string | null]> {
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    const next = argv[index + 1] ?? null;
    const isPair = word === '--uid' || takesValue(word);
    yield [word, isPair ? next : null];
    if (isPair) index += 1;
  }
}

/** Takes our own words out of the command line; throws ConfigError for what cannot be meant. */
export function readWhyArguments(argv: readonly string[]): WhyArguments {
  const flags: string[] = [];
  const named: string[] = [];
  let uid: string | null = null;
  for (const [word, value] of words(argv)) {
    if (word === '--uid') uid = given(value);
    else if (!word.startsWith('-')) named.push(word);
    else if (!OWN_SWITCHES.has(word)) flags.push(word, ...(value === null ? [] : [value]));
  }
  const [first, second] = named;
  if (second !== undefined) missing(`"${second}" is one word too many: one pod at a time`);
  const pod = first === undefined ? null : toPod(first);
  if (uid !== null && pod === null) missing('--uid needs a pod');
  return {
    pod,
    uid,
    isJson: argv.includes('--json'),
    isHelp: argv.includes('--help') || argv.includes('-h'),
    flags,
  };
}

function given(uid: string | null): string {
  return uid ?? missing('--uid: expected a uid');
}

function missing(sentence: string): never {
  throw new ConfigError(sentence);
}
