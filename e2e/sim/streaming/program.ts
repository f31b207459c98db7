import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** The streams of a simulated process. */
export interface ProgramIo {
  /** Resolves when the reader has room again. */
  write(text: string): Promise<void>;
  writeError(text: string): Promise<void>;
  /** The next line of input without its end; null at its end. */
  readLine(): Promise<string | null>;
  size(): { readonly rows: number; readonly columns: number };
  readonly isTerminal: boolean;
}

/** Where a process runs, as far as its programs tell of it. */
export interface Surroundings {
  readonly hostname: string;
  readonly shells: readonly string[];
}

/** 32 KiB, as runtimes cut output. */
const YES_BLOCK = 'y\n'.repeat(16 * 1024);

type Program = (args: readonly string[], io: ProgramIo, about: Run) => Promise<number>;

interface Run extends Surroundings {
  readonly signal: AbortSignal;
  /** Aborts with Ctrl-C: whatever is in the foreground ends. */
  readonly interrupted: () => AbortSignal;
}

/** A program that the image does not have. */
export class NoSuchProgram extends Error {}

const PROGRAMS: Readonly<Record<string, Program>> = {
  true: async () => 0,
  false: async () => 1,
  pwd: async (_args, io) => done(io.write('/\n')),
  whoami: async (_args, io) => done(io.write('root\n')),
  hostname: async (_args, io, { hostname }) => done(io.write(`${hostname}\n`)),
  echo: async (args, io) => done(io.write(`${args.join(' ')}\n`)),
  async cat(_args, io, about) {
    for (;;) {
      const line = await foreground(io.readLine(), about);
      if (line === null) return 0;
      await io.write(`${line}\n`);
    }
  },
  async yes(args, io, about) {
    const block = args.length === 0 ? YES_BLOCK : `${args.join(' ')}\n`.repeat(1_024);
    for (;;) {
      await foreground(io.write(block), about);
      await nextTurn();
    }
  },
  async seq(args, io, about) {
    const last = Number(args[0] ?? 1);
    for (let from = 1; from <= last; from += 1_000) {
      const count = Math.min(1_000, last - from + 1);
      const lines = Array.from({ length: count }, (_, index) => `${from + index}\n`);
      await foreground(io.write(lines.join('')), about);
    }
    return 0;
  },
  async sleep(args, _io, about) {
    await foreground(
      wait(Number(args[0] ?? 1) * 1_000, undefined, { signal: about.signal }),
      about,
    );
    return 0;
  },
  async stty(_args, io) {
    const { rows, columns } = io.size();
    return done(io.write(`${rows} ${columns}\n`));
  },
  async tty(_args, io) {
    await io.write(io.isTerminal ? '/dev/pts/0\n' : 'not a tty\n');
    return io.isTerminal ? 0 : 1;
  },
};

/** Whether an image with these shells has the program. */
export function hasProgram(path: string, shells: readonly string[]): boolean {
  const name = path.split('/').at(-1) ?? '';
  return shells.includes(name) || (shells.length > 0 && PROGRAMS[name] !== undefined);
}

async function done(written: Promise<void>): Promise<number> {
  await written;
  return 0;
}

/** Ctrl-C, as a program meets it. */
class Interrupted extends Error {}

async function foreground<T>(work: Promise<T>, { signal, interrupted }: Run): Promise<T> {
  const stops = [signal, interrupted()];
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(new Interrupted('interrupted'));
    for (const one of stops) {
      if (one.aborted) onAbort();
      one.addEventListener('abort', onAbort);
    }
    stop = () => {
      for (const one of stops) one.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop();
    // The one that lost is nobody's business any more.
    work.catch(() => undefined);
  }
}

/** Exit code of a process that INT ended. */
const INT_CODE = 130;

/** Runs a command as a container would; throws NoSuchProgram where the image has none of that name. */
export async function runProgram(
  args: readonly string[],
  io: ProgramIo,
  about: Run,
): Promise<number> {
  const [path = '', ...rest] = args;
  const name = path.split('/').at(-1) ?? '';
  if (about.shells.includes(name)) return runShell(rest, io, about);
  const program = about.shells.length === 0 ? undefined : PROGRAMS[name];
  if (program === undefined) throw new NoSuchProgram(path);
  try {
    return await program(rest, io, about);
  } catch (error) {
    if (error instanceof Interrupted) return INT_CODE;
    throw error;
  }
}

/** `sh -c "a; b"`, or lines of input at a prompt. */
async function runShell(args: readonly string[], io: ProgramIo, about: Run): Promise<number> {
  if (args[0] === '-c') return (await runLine(args[1] ?? '', io, about)).code;
  let code = 0;
  while (!about.signal.aborted) {
    if (io.isTerminal) await io.write('/ # ');
    const line = await io.readLine();
    if (line === null) return code;
    const ran = await runLine(line, io, about);
    code = ran.code;
    if (ran.hasLeft) return code;
  }
  return code;
}

async function runLine(
  line: string,
  io: ProgramIo,
  about: Run,
): Promise<{ readonly code: number; readonly hasLeft: boolean }> {
  let code = 0;
  for (const command of line.split(';').map((part) => part.trim())) {
    if (command === '') continue;
    const isToError = command.endsWith('>&2');
    const words = command.replace(/>&2$/, '').trim().split(/\s+/);
    if (words[0] === 'exit') return { code: Number(words[1] ?? code), hasLeft: true };
    const out = isToError ? { ...io, write: io.writeError } : io;
    try {
      code = await runProgram(words, out, about);
    } catch (error) {
      if (!(error instanceof NoSuchProgram)) throw error;
      await io.writeError(`sh: ${error.message}: not found\n`);
      code = 127;
    }
  }
  return { code, hasLeft: false };
}
