import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeProbeFolders } from './probe-folders.ts';

const NAME = 'cri-triage_probe-0a1b2c3d_00000000-0000-4000-8000-000000000001';
const PATH = `/var/log/pods/${NAME}`;
let hostRoot: string;
let root: string;
let folders: NodeProbeFolders;

beforeEach(() => {
  hostRoot = mkdtempSync(join(tmpdir(), 'probe-folders-'));
  root = join(hostRoot, 'var/log/pods');
  mkdirSync(root, { recursive: true });
  folders = new NodeProbeFolders({ hostRoot, podLogs: async () => '/var/log/pods' });
});

afterEach(() => rmSync(hostRoot, { recursive: true, force: true }));

describe('the log folder of a probe', () => {
  it('is made below the host root, once and again, and removed with what is in it', async () => {
    expect(await folders.make(PATH)).toBeNull();
    expect(await folders.make(PATH)).toBeNull();
    expect(statSync(join(root, NAME)).mode & 0o777).toBe(0o755);
    mkdirSync(join(root, NAME, 'probe'));
    const line = '2026-01-01T00:00:00.000000000Z stderr F it\u001b[2J failed\n';
    writeFileSync(join(root, NAME, 'probe/0.log'), line);
    expect(await folders.readTail(`${PATH}/probe/0.log`, 10)).toEqual([
      { stream: 'stderr', text: 'it failed' },
    ]);
    expect((await folders.list()).map(({ path }) => path)).toEqual([PATH]);
    expect(await folders.remove(PATH)).toBeNull();
    expect(existsSync(join(root, NAME))).toBe(false);
    expect(await folders.remove(PATH)).toBeNull();
  });

  it.each([
    '/var/log/pods/kube-system_web_11111111-1111-4111-8111-111111111111',
    `/var/log/pods/../pods/${NAME}/..`,
    `/var/log/${NAME}`,
    '/var/log/pods',
    `/var/log/pods/deeper/${NAME}`,
  ])('is nothing else: %s', async (path) => {
    mkdirSync(join(hostRoot, path), { recursive: true });
    expect(await folders.make(path)).toContain('is no log folder of a probe');
    expect((await folders.remove(path))?.why).toContain('is no log folder of a probe');
    expect(existsSync(join(hostRoot, path))).toBe(true);
  });

  it('is no link: what it leads to stays', async () => {
    const outside = join(hostRoot, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), '');
    symlinkSync(outside, join(root, NAME));
    expect(await folders.remove(PATH)).toMatchObject({ isReadOnly: false });
    rmSync(join(root, NAME));
    await folders.make(PATH);
    symlinkSync(outside, join(root, NAME, 'probe'));
    expect(await folders.readTail(`${PATH}/probe/0.log`, 10)).toEqual([]);
    expect(await folders.remove(PATH)).toBeNull();
    expect(existsSync(join(outside, 'kept'))).toBe(true);
  });

  it('that cannot be made says why', async () => {
    rmSync(root, { recursive: true });
    expect(await folders.make(PATH)).toBe('there is no pod log folder to make it in');
    expect(await folders.list()).toEqual([]);
  });
});
