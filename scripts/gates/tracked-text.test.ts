import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** 2 MiB: larger files are pictures. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** Written in parts, so that this file does not contain what it looks for. */
const FORBIDDEN = [
  {
    text: ['registry', 'npmjs', 'org'].join('.'),
    why: 'a package registry is the reader’s own choice (.npmrc)',
  },
  {
    text: ['registry', 'yarnpkg', 'com'].join('.'),
    why: 'a package registry is the reader’s own choice',
  },
  {
    text: ['npm', 'pkg', 'github', 'com'].join('.'),
    why: 'a package registry is the reader’s own choice',
  },
  { text: ['', 'work', 'main'].join('/'), why: 'a path of one machine' },
  { text: ['', 'work', 'shared'].join('/'), why: 'a path of one machine' },
] as const;

const texts = trackedFiles()
  .filter((file) => statSync(file).size <= MAX_TEXT_BYTES)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => !text.includes('\0'));

describe('committed text', () => {
  it('is read', () => {
    expect(texts.map(({ file }) => file)).toContain('package-lock.json');
  });

  it.each(FORBIDDEN)('names no such place: $why', ({ text }) => {
    expect(texts.filter((entry) => entry.text.includes(text)).map(({ file }) => file)).toEqual([]);
  });

  it('has a lock file without addresses: npm ci asks the registry of the reader', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const withAddress = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
    expect(withAddress.map(([path]) => path)).toEqual([]);
  });
});
