import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeLoadReader } from './node-load.ts';

const MEMINFO =
  'MemTotal:       24684096 kB\nMemFree:        21046948 kB\nMemAvailable:   23638688 kB\n';
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'node-load-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(name: string, text: string): void {
  const path = join(root, 'proc', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const stat = (line: string) =>
  put('stat', `cpu  ${line}\ncpu0 1 1 1\ncpu1 1 1 1\nintr 5\nctxt 4\n`);

describe('what the node is busy with', () => {
  it('is told from the files of /proc', () => {
    stat('1000 0 500 8000 500 0 0 0 90 90');
    put('meminfo', MEMINFO);
    put('loadavg', '6.15 5.58 5.38 2/546 22352\n');
    put('pressure/cpu', 'some avg10=86.10 avg60=64.82 avg300=68.31 total=5\nfull avg10=0.00\n');
    const reader = new NodeLoadReader(root);
    expect(reader.read()).toEqual({
      cpuUsedRatio: { missing: 'known from the second reading on' },
      cpuCount: 2,
      memoryTotalBytes: 24_684_096 * 1024,
      memoryAvailableBytes: 23_638_688 * 1024,
      cpuPressure: 0.861,
      memoryPressure: { missing: 'this kernel keeps no pressure' },
      ioPressure: { missing: 'this kernel keeps no pressure' },
      loadAverage: 6.15,
    });
    // 100 of 400 ticks were worked; guests' time stands in the users' already.
    stat('1080 0 520 8250 550 0 0 0 900 900');
    expect(reader.read().cpuUsedRatio).toBe(0.25);
  });

  it('has no share of CPU when the counters went back', () => {
    put('meminfo', MEMINFO);
    stat('1000 0 500 8000 500 0 0 0 0 0');
    const reader = new NodeLoadReader(root);
    reader.read();
    stat('10 0 5 80 5 0 0 0 0 0');
    expect(reader.read().cpuUsedRatio).toHaveProperty('missing');
  });

  it('says what is not there', () => {
    expect(() => new NodeLoadReader(root).read()).toThrow(/there is no .*\/proc\/stat/);
    stat('odd');
    expect(new NodeLoadReader(root).read()).toMatchObject({
      cpuUsedRatio: { missing: 'there is no /proc/stat' },
      memoryTotalBytes: { missing: '/proc/meminfo has no MemTotal' },
      loadAverage: { missing: 'there is no /proc/loadavg' },
    });
  });
});
