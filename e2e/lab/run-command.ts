import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

/** Enough for any package list we ask for; beyond it the output is cut. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/** Runs a program without a shell and resolves with its standard output; rejects with its words when it fails. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<string> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 120_000);
  const child = spawn(command, args, {
    signal: AbortSignal.any([options.signal, limit]),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.env === undefined ? {} : { env: options.env as NodeJS.ProcessEnv }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  let bytes = 0;
  const collect = (target: Buffer[]) => (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_OUTPUT_BYTES) target.push(chunk);
  };
  child.stdout.on('data', collect(out));
  child.stderr.on('data', collect(errors));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      if (code === 0) return resolve(Buffer.concat(out).toString('utf8'));
      const words = Buffer.concat(errors).toString('utf8').trim().slice(-2_000);
      const how = code === null ? `ended by ${killedBy}` : `exit ${code}`;
      reject(new Error(`${command} ${args.join(' ')}: ${how}: ${words}`));
    });
  });
}
