import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';

/** A local port and the pod's port it leads to. */
export interface PortPair {
  /** 0: a free one. */
  readonly localPort: number;
  readonly podPort: number;
}

export interface ForwardArguments {
  readonly namespace: string;
  readonly pod: string;
  readonly ports: readonly PortPair[];
  /** Without a slash at the end. */
  readonly server: string;
  readonly token: string;
  /** Certificate of the authority that signed the server's; null: the system's. */
  readonly ca: Buffer | null;
  /** Where the local ports listen. */
  readonly listen: string;
}

/** A mistake in what was given, in a sentence; or the help that was asked for. */
export class ForwardUsage extends Error {
  override readonly name = 'ForwardUsage';
  readonly isHelp: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isHelp?: boolean } = {}) {
    super(message, options);
    this.isHelp = options.isHelp ?? false;
  }
}

const TOKEN_VARIABLE = 'CRI_TRIAGE_TOKEN';

/** Reads the command line and the token, which is never an argument: every user of a machine can read those. */
export function readForwardArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ForwardArguments {
  let help = '';
  const command = new Command('forward')
    .description("Leads ports of this machine to a pod's, by way of cri-triage on its node.")
    .argument('<namespace/pod>')
    .argument('<ports...>', '8080:80, or 80 for the same on both sides; :80 takes a free local one')
    .option('--server <url>', 'where cri-triage answers', 'http://127.0.0.1:8666')
    .option('--token-file <file>', `file with the token of an operator; else ${TOKEN_VARIABLE}`)
    .option('--ca <file>', "authority that signed the server's certificate (PEM)")
    .option('--listen <address>', 'local address', '127.0.0.1')
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => undefined,
    })
    .exitOverride();
  try {
    command.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed')
      throw new ForwardUsage(help, { cause: error, isHelp: true });
    const said = error.message.replace(/^error: /, '');
    throw new ForwardUsage(`${said}; --help tells more`, { cause: error });
  }
  const [target = '', ports] = command.processedArgs as [string, readonly string[]];
  const options = command.opts<{
    server: string;
    tokenFile?: string;
    ca?: string;
    listen: string;
  }>();
  return {
    ...toPod(target),
    ports: ports.map(toPair),
    server: toServer(options.server),
    token: readToken(options.tokenFile, env),
    ca: options.ca === undefined ? null : readFile(options.ca, '--ca'),
    listen: options.listen,
  };
}

function toPod(target: string): { readonly namespace: string; readonly pod: string } {
  const [namespace = '', pod = '', ...rest] = target.split('/');
  if (namespace !== '' && pod !== '' && rest.length === 0) return { namespace, pod };
  throw new ForwardUsage(`"${target}": expected namespace/pod`);
}

function toPair(text: string): PortPair {
  const [, local, pod] = /^(?:(\d{0,5}):)?(\d{1,5})$/.exec(text) ?? [];
  const podPort = Number(pod ?? Number.NaN);
  const localPort = local === undefined ? podPort : Number(local);
  if (podPort >= 1 && podPort <= 65_535 && localPort <= 65_535) return { localPort, podPort };
  throw new ForwardUsage(`"${text}": expected ports such as 8080:80`);
}

function toServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new ForwardUsage(`--server "${text}": expected an address such as https://node-3:8666`);
  }
  return text.replace(/\/+$/, '');
}

function readToken(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const token =
    file === undefined ? env[TOKEN_VARIABLE] : readFile(file, '--token-file').toString();
  const first = token?.split('\n')[0]?.trim() ?? '';
  if (first !== '') return first;
  throw new ForwardUsage(
    `no token: --token-file names a file with one, or ${TOKEN_VARIABLE} holds it`,
  );
}

function readFile(path: string, flag: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ForwardUsage(`${flag} cannot be read: ${why}`, { cause: error });
  }
}
