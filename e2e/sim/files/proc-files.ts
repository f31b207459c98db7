import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';

/** The product reads them every 5 s. */
const EVERY_MS = 2_000;
const CPUS = 4;
const TOTAL_KIB = 16 * 1024 * 1024;
/** The kernel's ticks of a second, on each CPU. */
const TICKS_PER_SECOND = 100;
const PERIOD_MS = 7 * 60_000;

/** How busy the node is, 0.15 to 0.55 of its CPUs. */
function loadAt(atMs: number): number {
  return 0.35 + 0.2 * Math.sin((2 * Math.PI * atMs) / PERIOD_MS);
}

/** Writes what /proc tells of the node as a whole, again and again while time is real. */
export function* keepProcFiles(node: SimNode, hostRoot: string): Work {
  const put = (name: string, text: string): void => {
    const target = join(hostRoot, 'proc', name);
    mkdirSync(dirname(target), { recursive: true });
    // Whole or not at all: the kernel never shows half of it.
    writeFileSync(`${target}.new`, text);
    renameSync(`${target}.new`, target);
  };
  let busyTicks = 40_000;
  let idleTicks = 900_000;
  let beforeMs = node.clock.now() - EVERY_MS;
  while (true) {
    const nowMs = node.clock.now();
    const load = loadAt(nowMs);
    const ticks = ((nowMs - beforeMs) / 1_000) * TICKS_PER_SECOND * CPUS;
    beforeMs = nowMs;
    busyTicks += Math.round(ticks * load);
    idleTicks += Math.round(ticks * (1 - load));
    const cpus = Array.from({ length: CPUS }, (_, index) => `cpu${index} 0 0 0 0 0 0 0 0 0 0\n`);
    put('stat', `cpu  ${busyTicks} 0 0 ${idleTicks} 0 0 0 0 0 0\n${cpus.join('')}`);
    const usedKib = Math.round(TOTAL_KIB * (0.4 + load / 4));
    put(
      'meminfo',
      `MemTotal:       ${TOTAL_KIB} kB\nMemFree:        ${TOTAL_KIB - usedKib - 1_000_000} kB\nMemAvailable:   ${TOTAL_KIB - usedKib} kB\n`,
    );
    put('loadavg', `${(load * CPUS * 1.3).toFixed(2)} 1.40 1.35 2/546 22352\n`);
    for (const [name, share] of [
      ['cpu', load * 10],
      ['memory', 0],
      ['io', load * 2],
    ] as const) {
      const some = `avg10=${share.toFixed(2)} avg60=${share.toFixed(2)} avg300=0.50 total=91837461`;
      put(`pressure/${name}`, `some ${some}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n`);
    }
    yield EVERY_MS;
  }
}
