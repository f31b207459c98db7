// A process that keeps transitions and says on stdout which are committed, until it is killed.
import { writeSync } from 'node:fs';
import { loadDriver } from '../database.ts';
import { KeptFile } from '../kept-file.ts';
import { openFile } from '../open-file.ts';
import { SAMPLE_LIMITS, sampleEntry } from './kill-samples.ts';

const [directory = '', from = '0'] = process.argv.slice(2);
const nowMs = Date.now;
const { database, path, notice } = openFile({
  ...{ driver: await loadDriver(), directory, nodeName: 'node-1', limits: SAMPLE_LIMITS },
  nowMs: nowMs(),
});
if (notice !== null) throw new Error(notice);
// A small log: it is folded into the file every few lines.
const foldFromBytes = 48 * 1024;
const file = new KeptFile({ database, path, limits: SAMPLE_LIMITS, nowMs, foldFromBytes });
writeSync(1, 'open\n');
let next = Number(from);

function writeOn(): void {
  const batch = Array.from({ length: 1 + (next % 40) }, (_, index) => sampleEntry(next + index));
  if (!file.isFolding) {
    file.write(batch.flat());
    next += batch.length;
    writeSync(1, `${next}\n`);
    file.foldIfDue(() => undefined);
  }
  setImmediate(writeOn);
}
writeOn();
