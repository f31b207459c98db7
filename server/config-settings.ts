import { Command, CommanderError, Option } from 'commander';
import { ConfigError, HelpAsked } from './config-error.ts';
import { FLAGS, type Flag, type FlagName, variableOf } from './flags.ts';

/** A raw value and where it came from: "--port" or "CRI_TRIAGE_PORT". */
export interface Setting {
  readonly value: string;
  readonly from: string;
}

export type Settings = Readonly<Partial<Record<FlagName, readonly Setting[]>>>;
export type Environment = Readonly<Record<string, string | undefined>>;

const ALL: readonly Flag[] = FLAGS;
/** Words that switch a switch on or off in its variable. */
const SWITCH_WORDS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

/** Joins command line and environment, a flag before its variable; throws ConfigError or HelpAsked. */
export function readSettings(argv: readonly string[], env: Environment): Settings {
  const given = parseArguments(argv);
  const settings: Partial<Record<FlagName, readonly Setting[]>> = {};
  for (const { name } of FLAGS) {
    const flag = ALL.find((other) => other.name === name);
    if (flag === undefined) continue;
    const found = given.get(name) ?? fromEnvironment(flag, env);
    if (found.length > 0) settings[name] = found;
  }
  return settings;
}

/** Variables that look like ours and set nothing: most likely a slip of the pen. */
export function unknownVariables(env: Environment): readonly string[] {
  const known = new Set(ALL.map((flag) => variableOf(flag.name)));
  return Object.keys(env).filter((name) => name.startsWith('CRI_TRIAGE_') && !known.has(name));
}

function parseArguments(argv: readonly string[]): ReadonlyMap<string, readonly Setting[]> {
  const given = new Map<string, readonly Setting[]>();
  let help = '';
  const command = new Command('cri-triage')
    .description('Shows at which CRI call a pod stopped, why, and what to check next.')
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => undefined,
    })
    .exitOverride()
    .allowExcessArguments(false);
  for (const flag of ALL) {
    command.addOption(toOption(flag));
    command.on(`option:${flag.name}`, (value: string | null) => {
      const setting = { value: value ?? 'true', from: `--${flag.name}` };
      given.set(flag.name, flag.isList ? [...(given.get(flag.name) ?? []), setting] : [setting]);
    });
  }
  try {
    command.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') throw new HelpAsked(help, { cause: error });
    const said = error.message.replace(/^error: /, '');
    throw new ConfigError(`${said}; --help lists every flag`, { cause: error });
  }
  return given;
}

function toOption(flag: Flag): Option {
  const fallback = flag.fallback === null ? '' : ` (${flag.fallback})`;
  const form = flag.value === null ? `--${flag.name}` : `--${flag.name} <${flag.value}>`;
  return new Option(form, `${flag.help}${fallback} [${variableOf(flag.name)}]`);
}

function fromEnvironment(flag: Flag, env: Environment): readonly Setting[] {
  const from = variableOf(flag.name);
  const value = env[from];
  if (value === undefined || value === '') return [];
  if (flag.value === null) {
    const isOn = SWITCH_WORDS[value.toLowerCase()];
    if (isOn === undefined)
      throw new ConfigError(`${from} is "${value}": expected 1, true, 0 or false`);
    return isOn ? [{ value: 'true', from }] : [];
  }
  const values = flag.isList ? value.split(',').map((part) => part.trim()) : [value];
  return values.filter((part) => part !== '').map((part) => ({ value: part, from }));
}
