// npm run -s sizes: how long the files of each folder are; the limits stand in CONTRIBUTING.md.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isGenerated, isSource, trackedFiles } from './gates/tracked-files.ts';

interface Row {
  readonly folder: string;
  readonly lines: readonly number[];
}

function countLines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function groupByFolder(files: readonly string[]): readonly Row[] {
  const folders = [...new Set(files.map(folderOf))];
  return folders
    .map((folder) =>
      row(
        folder,
        files.filter((file) => folderOf(file) === folder),
      ),
    )
    .sort((a, b) => a.folder.localeCompare(b.folder));
}

function row(folder: string, files: readonly string[]): Row {
  return { folder, lines: files.map(countLines).sort((a, b) => a - b) };
}

/** At most three levels: server/pipeline/causes is one row, its groups are not. */
function folderOf(file: string): string {
  return dirname(file).split('/').slice(0, 3).join('/');
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function print(title: string, files: readonly string[]): void {
  const rows = [...groupByFolder(files), row('all', files)];
  const width = Math.max(...rows.map((row) => row.folder.length));
  console.log(`${title.padEnd(width)}  files  lines  median  p95  max`);
  for (const { folder, lines } of rows) {
    const sum = lines.reduce((total, count) => total + count, 0);
    const cells = [
      lines.length,
      sum,
      quantile(lines, 0.5),
      quantile(lines, 0.95),
      lines.at(-1) ?? 0,
    ];
    const widths = [5, 5, 6, 3, 3];
    const text = cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join('  ');
    console.log(`${folder.padEnd(width)}  ${text}`);
  }
}

const sources = trackedFiles().filter((file) => isSource(file) && !isGenerated(file));
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
print(
  'source',
  sources.filter((file) => !isTest(file)),
);
console.log('');
print('tests', sources.filter(isTest));
