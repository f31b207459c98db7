import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { DiskUsage } from '../contract/host-facts.ts';
import { whenAborted } from '../lib/abort.ts';
import type { DiskPlace } from './disk-places.ts';
import { HostError } from './host-error.ts';
import { resolveOnNode } from './node-files.ts';

/** A local disk answers at once; what has not by then hangs. */
const ANSWER_MS = 3_000;
const MAX_OUTPUT_CHARS = 64 * 1024;

/**
 * What the child does: each path is asked in a thread of its own and told as soon as it answers, so that a dead mount
 * holds nothing but the child, which is killed. In a container a path that nobody mounted there is the container's own
 * layer (overlay, 0x794c7630), whose figures are not the node's.
 */
const CHILD_SCRIPT = `
const { stat, statSync, statfs, statfsSync } = require('node:fs');
const [isBelowRoot, ...paths] = process.argv.slice(1);
const own = isBelowRoot === '1' && statfsSync('/').type === 0x794c7630 ? statSync('/').dev : null;
const tell = (told) => process.stdout.write(JSON.stringify(told) + '\\n');
paths.forEach((path, index) => stat(path, (fault, info) => {
  if (fault !== null) return tell({ index, error: fault.code });
  if (info.dev === own) return tell({ index, error: 'not the node' });
  statfs(path, (error, s) => tell(error === null
    ? { index, blockBytes: s.bsize, blocks: s.blocks, available: s.bavail, files: s.files, freeFiles: s.ffree }
    : { index, error: error.code }));
}));`;

const answerSchema = z.union([
  z.object({
    index: z.number().int(),
    blockBytes: z.number(),
    blocks: z.number(),
    available: z.number(),
    files: z.number(),
    freeFiles: z.number(),
  }),
  z.object({ index: z.number().int(), error: z.string() }),
]);
type Answer = z.infer<typeof answerSchema>;

/** Asks for file systems in a child that may be lost to a dead mount, one child at a time. */
export class DiskReader {
  readonly #hostRoot: string;
  readonly #script: string;
  readonly #answerMs: number;
  /** Paths of the child that still hangs in the kernel although it was killed. */
  #lost: string | null = null;

  /** Another script and another patience are for tests. */
  constructor(hostRoot: string, { script = CHILD_SCRIPT, answerMs = ANSWER_MS } = {}) {
    this.#hostRoot = hostRoot;
    this.#script = script;
    this.#answerMs = answerMs;
  }

  /**
   * The file systems of these folders; folders that do not exist are left out. Throws HostError when one does not answer in
   * time: the others' figures would be given as if all were well.
   */
  async read(places: readonly DiskPlace[], signal: AbortSignal): Promise<readonly DiskUsage[]> {
    if (this.#lost !== null) throw new HostError(`${this.#lost} has not answered since`);
    const paths = await Promise.all(places.map(({ path }) => resolveOnNode(this.#hostRoot, path)));
    const answers = await this.#ask(paths, signal);
    const silent = places.filter((_, index) => !answers.has(index)).map(({ path }) => path);
    if (silent.length > 0 && !signal.aborted) {
      throw new HostError(
        `the file system at ${silent.join(', ')} has not answered within ${this.#answerMs / 1000} s`,
      );
    }
    return places.flatMap((place, index) => toUsage(place, answers.get(index)));
  }

  async #ask(paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<number, Answer>> {
    const isBelowRoot = this.#hostRoot === '/' ? '0' : '1';
    const args = ['--max-semi-space-size=1', '--no-opt', '-e', this.#script, isBelowRoot, ...paths];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        UV_THREADPOOL_SIZE: String(paths.length),
      } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    });
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      output = (output + text).slice(0, MAX_OUTPUT_CHARS);
    });
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    });
    let giveUp = (): void => {};
    const late = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const timer = setTimeout(giveUp, this.#answerMs);
    const stopListening = whenAborted(signal, giveUp);
    await Promise.race([ended, late]);
    clearTimeout(timer);
    stopListening();
    this.#letGo(child, paths);
    return parseAnswers(output);
  }

  /** A child that hangs in the kernel does not die of a kill: nobody waits for it, and no second one is started beside it. */
  #letGo(child: ReturnType<typeof spawn>, paths: readonly string[]): void {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    this.#lost = `the file system at one of ${paths.join(', ')}`;
    child.once('exit', () => {
      this.#lost = null;
    });
    child.kill('SIGKILL');
    child.stdout?.destroy();
    child.unref();
  }
}

function parseAnswers(output: string): ReadonlyMap<number, Answer> {
  const answers = new Map<number, Answer>();
  for (const line of output.split('\n')) {
    if (line === '') continue;
    const answer = answerSchema.parse(JSON.parse(line));
    answers.set(answer.index, answer);
  }
  return answers;
}

function toUsage(place: DiskPlace, answer: Answer | undefined): DiskUsage[] {
  if (answer === undefined || 'error' in answer) return [];
  return [
    {
      ...place,
      totalBytes: answer.blocks * answer.blockBytes,
      availableBytes: answer.available * answer.blockBytes,
      totalInodes: answer.files,
      availableInodes: answer.freeFiles,
    },
  ];
}
