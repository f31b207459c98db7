import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readNodeFile } from './node-files.ts';

describe('readNodeFile', () => {
  it.each(['/proc/kallsyms', '/proc/self/smaps'])(
    'reads all of %s, which the kernel gives out in pieces',
    async (path) => {
      const whole = readFileSync(path).length;
      const read = await readNodeFile('/', path, 64 * 1024 * 1024);
      // Both change a little from one reading to the next.
      expect(read.length).toBeGreaterThan(whole / 2);
      expect(whole).toBeGreaterThan(16 * 1024);
    },
  );

  it('reads no more than the bound of a file without a size', async () => {
    expect((await readNodeFile('/', '/proc/kallsyms', 10_000)).length).toBe(10_000);
  });
});
