import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseContainerdLog } from '../../server/journal/containerd-log.ts';
import { parseKlog } from '../../server/journal/klog.ts';
import { pairCalls } from '../../server/journal/pair-calls.ts';

/** Lines that are parsed in one run: the logs are repeated up to it. */
const LINES = 100_000;

export interface JournalSpeed {
  readonly runtimeLinesPerSecond: number;
  readonly kubeletLinesPerSecond: number;
}

/** How fast the two logs are read into calls and entries. */
export function measureJournal(runtimeLog: string, kubeletLog: string): JournalSpeed {
  return {
    runtimeLinesPerSecond: speedOf(runtimeLog, (lines) =>
      pairCalls(parseContainerdLog(lines, runtimeLog)),
    ),
    kubeletLinesPerSecond: speedOf(kubeletLog, (lines) => parseKlog(lines, Date.now(), kubeletLog)),
  };
}

function speedOf(path: string, parse: (lines: readonly string[]) => unknown): number {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const many = Array.from({ length: LINES }, (_, index) => lines[index % lines.length] ?? '');
  const beganMs = performance.now();
  parse(many);
  return Math.round(LINES / ((performance.now() - beganMs) / 1000));
}
