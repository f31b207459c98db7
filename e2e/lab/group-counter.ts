import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LabPod } from './lab-pod.ts';
import { qosClass } from './lab-pod.ts';
import type { Lab } from './start-lab.ts';

const ROOT = '/sys/fs/cgroup';
/** Between two looks: a fiftieth of the second that the product measures over. */
const LOOK_MS = 20;

/** What the kernel counted for a container, looked at often, to be asked for any moment between. */
export interface GroupCounter {
  /** CPU time used by that moment, ms; between two looks by a straight line. */
  usedMsAt(atMs: number): number;
  stop(): Promise<void>;
}

/** Where the kernel counts, by its version of control groups, and how many of its units are a millisecond. */
function counterFile(lab: Lab, pod: LabPod, containerId: string) {
  const path = join(lab.cgroup, qosClass(pod).toLowerCase(), `pod${pod.uid}`, containerId);
  const v1 = join(ROOT, 'cpuacct', path, 'cpuacct.usage');
  return existsSync(v1)
    ? { file: v1, read: (text: string) => Number(text) / 1e6 }
    : {
        file: join(ROOT, path, 'cpu.stat'),
        read: (text: string) => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]) / 1e3,
      };
}

/** Follows the kernel's own counter of a container until stop(). */
export function followGroup(lab: Lab, pod: LabPod, containerId: string): GroupCounter {
  const { file, read } = counterFile(lab, pod, containerId);
  const looks: { readonly atMs: number; readonly usedMs: number }[] = [];
  const stopping = new AbortController();
  const following = (async () => {
    while (!stopping.signal.aborted) {
      looks.push({ atMs: Date.now(), usedMs: read(readFileSync(file, 'utf8')) });
      // Ends with the signal only, which ends the loop as well.
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    usedMsAt(atMs) {
      const next = looks.findIndex((look) => look.atMs >= atMs);
      const [before, after] = [looks[next - 1], looks[next]];
      if (before === undefined || after === undefined) throw new Error(`no look around ${atMs}`);
      const share = (atMs - before.atMs) / (after.atMs - before.atMs);
      return before.usedMs + share * (after.usedMs - before.usedMs);
    },
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
