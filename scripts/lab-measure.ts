import { writeFile } from 'node:fs/promises';
import { measure } from '../e2e/lab/measure.ts';

/** Writes what one containerd release answers: `npx tsx scripts/lab-measure.ts 1.7 [FILE]`, else to standard output. */
const [version = '1.6', file] = process.argv.slice(2);
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
const text = `${(await measure(version, controller.signal)).join('\n')}\n`;
if (file === undefined) process.stdout.write(text);
else await writeFile(file, text);
