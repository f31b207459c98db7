import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { LogPlace } from '../log-place.ts';
import type { LogRoots } from '../log-root.ts';

/** A container's log folder in a temporary node. */
export class LogFolder {
  readonly root: string;
  readonly path: string;
  readonly roots: LogRoots;
  readonly place: LogPlace;
  #time = Date.parse('2026-01-02T03:00:00.000Z');

  constructor(root: string) {
    this.root = root;
    const steps = ['shop_web-1_0f2c', 'app'];
    this.path = join(root, 'var/log/pods', ...steps);
    this.roots = { podLogs: '/var/log/pods', resolve: async (path) => join(root, path) };
    this.place = { steps, attempt: null, containerIds: new Map() };
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** A line in containerd's form, each a millisecond after the one before. */
  line(text: string, form: { stream?: string; tag?: string; zone?: string } = {}): string {
    this.#time += 1;
    const zone = form.zone ?? 'Z';
    const time = new Date(this.#time).toISOString().replace('Z', `123456${zone}`);
    return `${time} ${form.stream ?? 'stdout'} ${form.tag ?? 'F'} ${text}\n`;
  }

  lines(from: number, to: number): string {
    let text = '';
    for (let number = from; number <= to; number++) text += this.line(`line ${number}`);
    return text;
  }

  async write(name: string, text: string | Buffer): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await writeFile(this.file(name), text);
  }

  async append(name: string, text: string | Buffer): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await appendFile(this.file(name), text);
  }
}

/** A fresh folder for each test. */
export function logFolderForEach(): () => LogFolder {
  let folder: LogFolder | null = null;
  beforeEach(async () => {
    folder = new LogFolder(await mkdtemp(join(tmpdir(), 'logs-')));
  });
  afterEach(async () => {
    if (folder !== null) await rm(folder.root, { recursive: true, force: true });
  });
  return () => {
    if (folder === null) throw new Error('only within a test');
    return folder;
  };
}
