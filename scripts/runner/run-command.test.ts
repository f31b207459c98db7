import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.mjs';

const QUIET = { timeoutMs: 10_000, quiet: true };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A killed child of another parent stays a zombie until that parent reads its end.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

describe('runCommand', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'run-command-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('resolves with exit code and output of both streams', async () => {
    const ended = await runCommand(['sh', '-c', 'echo out; echo err >&2; exit 3'], QUIET);
    expect(ended).toMatchObject({ code: 3, timedOut: false });
    expect(ended.output).toContain('out');
    expect(ended.output).toContain('err');
  });

  it('gives no stdin: a command that reads it ends at once', async () => {
    expect(await runCommand(['cat'], QUIET)).toMatchObject({ code: 0, output: '' });
  });

  it('answers 127 for a command that does not exist', async () => {
    expect((await runCommand(['no-such-command-here'], QUIET)).code).toBe(127);
  });

  it('stops a command and its children at the limit', async () => {
    const file = join(folder, 'pid');
    const script = `sleep 60 & echo $! > ${file}; wait`;
    const ended = await runCommand(['sh', '-c', script], { timeoutMs: 300, quiet: true });
    expect(ended.timedOut).toBe(true);
    expect(ended.code).not.toBe(0);
    await vi.waitFor(() => expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false));
  });

  it('leaves nothing running behind a command that ended', async () => {
    const file = join(folder, 'left');
    const ended = await runCommand(['sh', '-c', `sleep 60 & echo $! > ${file}`], QUIET);
    expect(ended.code).toBe(0);
    await vi.waitFor(() => expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false));
  });
});
