import { existsSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { findContainerd, RELEASES } from './containerd-binaries.ts';
import type { Fault, FaultyNode } from './faults/fault.ts';
import { whyNoLab } from './install-packages.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import type { LabPod } from './lab-pod.ts';
import { type MiniKubelet, startMiniKubelet } from './mini-kubelet.ts';
import { type Lab, startLab } from './start-lab.ts';

/** A lab, its kubelet and the product on it. */
export interface Node {
  readonly lab: Lab;
  readonly kubelet: MiniKubelet;
  readonly dashboard: Dashboard;
  /** Makes a fault and answers its pod. */
  apply(fault: Fault): Promise<LabPod>;
  /** Opens a path as a person does who follows a link and logs in on the way. */
  open(page: Page, path: string): Promise<void>;
}

/** A node costs seconds: one a worker for faults of single pods, another for each faulty node. */
export const test = base.extend<object, { faultyNode: FaultyNode; node: Node }>({
  faultyNode: [{}, { option: true, scope: 'worker' }],
  node: [
    async ({ faultyNode }, use) => {
      const reason = whyNoLab();
      base.skip(reason !== null, reason ?? '');
      const closing = new AbortController();
      const { signal } = closing;
      const version = await newestThere(signal);
      const lab = await startLab({ version, signal, ...faultyNode });
      const closers: (() => Promise<void>)[] = [() => lab.close()];
      try {
        const kubelet = await startMiniKubelet(lab, { signal });
        closers.unshift(() => kubelet.close());
        const dashboard = await startDashboard(lab, { signal, kubelet, ...serverCommand() });
        closers.unshift(() => dashboard.close());
        await use({
          lab,
          kubelet,
          dashboard,
          apply: async (fault) => (await fault.apply({ lab, kubelet, signal })).pod,
          async open(page, path) {
            const query = new URLSearchParams({ token: dashboard.token, next: path });
            await page.goto(`${dashboard.origin}/login?${query}`);
          },
        });
      } finally {
        for (const close of closers) await close();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
export { expect };

/** How to run the server: the built product where there is one, else the sources. */
export function serverCommand(): { command?: readonly [string, string] } {
  return existsSync('dist/server.mjs') ? { command: [process.execPath, 'dist/server.mjs'] } : {};
}

/** 1.7 is what most nodes run; where it is not to be had, what is there. */
async function newestThere(signal: AbortSignal): Promise<string> {
  const wanted = process.env['CRI_LAB_VERSION'] ?? '1.7';
  for (const label of [wanted, ...RELEASES.map((release) => release.label)]) {
    if ((await findContainerd(label, signal)) !== null) return label;
  }
  throw new Error('no containerd is here: npx tsx scripts/lab-install.ts');
}
