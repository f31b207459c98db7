import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FeedLine } from './feed.ts';
import { followUnit, hasUnit, knownUnit } from './journald.ts';

let folder: string;
let controller: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journald-'));
  controller = new AbortController();
});

afterEach(async () => {
  controller.abort();
  await rm(folder, { recursive: true });
});

/** A program in journalctl's place: a shell script with this body. */
async function journalctl(body: string): Promise<string> {
  const command = join(folder, 'journalctl');
  await writeFile(command, `#!/bin/sh\n${body}\n`);
  await chmod(command, 0o755);
  return command;
}

const entry = (message: unknown) =>
  JSON.stringify({ MESSAGE: message, __REALTIME_TIMESTAMP: '1795985545123456' });

async function readAll(unit: string, command: string, isOneShot = true): Promise<FeedLine[]> {
  const lines: FeedLine[] = [];
  for await (const batch of followUnit(unit, { signal: controller.signal, command, isOneShot })) {
    lines.push(...batch.lines);
  }
  return lines;
}

describe('followUnit', () => {
  it('reads messages with the time of the entry and names the unit', async () => {
    const command = await journalctl(`echo '${entry('hello')}'`);
    expect(await readAll('containerd.service', command)).toEqual([
      { text: 'hello', where: 'journald containerd', writtenAtMs: 1_795_985_545_123 },
    ]);
  });

  it('reads messages of bytes and of several lines, and skips what is none', async () => {
    const command = await journalctl(
      `cat <<'END'\n${entry([104, 105])}\nnot JSON\n${entry('a\nb')}\n${entry(null)}\n{"MESSAGE":7}\nEND`,
    );
    const lines = await readAll('kubelet', command);
    expect(lines.map((line) => line.text)).toEqual(['hi', 'a', 'b', '']);
  });

  it('asks for one unit in an argument list, below the host root, and follows', async () => {
    const command = await journalctl(`printf '%s\\n' "$@" > ${folder}/args; echo '${entry('x')}'`);
    const options = { signal: controller.signal, command, hostRoot: '/host' };
    for await (const _batch of followUnit('crio', options)) break;
    expect((await readFile(join(folder, 'args'), 'utf8')).split('\n')).toEqual(
      expect.arrayContaining(['--output=json', '--unit=crio.service', '--follow', '--root=/host']),
    );
  });

  it('takes the child with it when the signal aborts', async () => {
    const command = await journalctl(
      `echo $$ > ${folder}/pid; echo '${entry('x')}'; exec sleep 60`,
    );
    for await (const batch of followUnit('k3s', { signal: controller.signal, command })) {
      if (batch.lines.length > 0) controller.abort();
    }
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  });

  it.each([
    ['no journal', 'echo "No journal files were found." >&2', 'journald keeps no journal'],
    [
      'no permission',
      'echo "Hint: You are currently not seeing messages from other users" >&2',
      'no permission',
    ],
    [
      'an old journalctl',
      'echo "journalctl: unrecognized option --output-fields" >&2; exit 1',
      'too old',
    ],
    [
      'another failure',
      'echo "Failed to open /x: No such file" >&2; exit 3',
      'code 3: Failed to open /x',
    ],
  ])('is blind, not empty, with %s', async (_name, body, reason) => {
    await expect(readAll('containerd', await journalctl(body))).rejects.toThrow(reason);
  });

  it('says that journalctl is absent', async () => {
    await expect(readAll('containerd', join(folder, 'none'))).rejects.toThrow('not installed');
  });

  it('calls the end of a follower a failure', async () => {
    const command = await journalctl(`echo '${entry('x')}'`);
    await expect(readAll('containerd', command, false)).rejects.toThrow('ended with code 0');
  });

  it.each(['sshd', '../containerd', '--root=/x', 'snap.microk8s.daemon-a b'])(
    'reads no other unit: %s',
    async (unit) => {
      await expect(readAll(unit, await journalctl('echo'))).rejects.toThrow('may be read');
    },
  );
});

describe('hasUnit', () => {
  it.each([
    [`echo '${entry('x')}'`, true],
    ['echo "-- No entries --" >&2', false],
  ])('tells whether there is an entry: %s', async (body, expected) => {
    const command = await journalctl(body);
    expect(await hasUnit('containerd', { signal: controller.signal, command })).toBe(expected);
  });
});

describe('knownUnit', () => {
  it.each([
    ['containerd', 'containerd'],
    ['rke2-agent.service', 'rke2-agent'],
    ['snap.microk8s.daemon-kubelite', 'snap.microk8s.daemon-kubelite'],
    ['docker', null],
  ])('%s', (name, expected) => {
    expect(knownUnit(name)).toBe(expected);
  });
});
