import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { apiPaths } from '../../server/contract/paths.ts';
import type { ProbeList } from '../../server/contract/probe.ts';
import { RELEASES } from './containerd-binaries.ts';
import { FRESH, OPERATOR, openProbeNode, type ProbeNode } from './probe-node.ts';

/** The server is killed in the middle of a probe and says goodbye to nobody: the next one leaves nothing of it. */

/** Promised of the next server, from its start on. */
const GONE_MS = 60_000;
const POLL = { intervals: [100], timeout: GONE_MS };
/** Between any two calls, and before the container is looked at. */
const GAPS = ['PullImage', 'CreateContainer', 'StartContainer', 'Observe'] as const;
const CALLS = ['RunPodSandbox', ...GAPS] as const;

for (const { label } of RELEASES) {
  test.describe(`containerd ${label}`, () => {
    let node: ProbeNode;
    test.describe.configure({ mode: 'serial' });
    test.beforeAll(async () => {
      node = await openProbeNode(label);
    });
    test.afterAll(() => node?.close());

    /** Steps to where that call waits. */
    async function stepTo(wanted: string): Promise<void> {
      // Its image is not on the node: it has to go with the probe.
      const { id } = await node.start({
        mode: 'step',
        image: FRESH.ref,
        command: ['sleep', '600'],
      });
      for (const call of CALLS) {
        await node.until(id, ({ next }) => next === call);
        if (call === wanted) return;
        await node.next(id);
      }
    }

    async function kill(): Promise<void> {
      const { pid } = node.dashboard;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => existsSync(`/proc/${pid}/fd/0`), POLL).toBe(false);
    }

    for (const gap of GAPS) {
      test(`by SIGKILL before ${gap}`, async () => {
        const before = await node.everything();
        await stepTo(gap);
        await kill();
        // Else there would be nothing to prove.
        expect(await node.everything()).not.toEqual(before);
        const startedMs = performance.now();
        await node.startServer();
        await expect.poll(() => node.everything(), POLL).toEqual(before);
        const tookMs = Math.round(performance.now() - startedMs);
        console.log(
          `  containerd ${label}: nothing of it is left ${tookMs} ms after the next start`,
        );
        await expect.poll(() => node.log(), POLL).toContain('what a probe had left was removed');
      });
    }

    test('by SIGKILL during RunPodSandbox', async () => {
      const before = await node.lists();
      await stepTo('RunPodSandbox');
      const { current } = (await node.ask<ProbeList>('GET', apiPaths.probes())).body;
      await node.next(current ?? '');
      await kill();
      await node.startServer();
      // The runtime may still be about to make it.
      await expect.poll(() => node.lists(), POLL).toEqual(before);
    });

    test('by SIGTERM: it cleans up before it ends', async () => {
      const before = await node.everything();
      await stepTo('Observe');
      await node.dashboard.close();
      expect(await node.everything()).toEqual(before);
      await node.startServer();
    });

    test('a second server leaves the probe of the first one alone', async () => {
      const before = await node.everything();
      await stepTo('Observe');
      const during = await node.everything();
      await node.withAnother(async (origin) => {
        const swept = await fetch(`${origin}${apiPaths.probeSweep()}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
          body: '{}',
        });
        expect(swept.status).toBe(200);
        expect(await node.everything()).toEqual(during);
      });
      const { current } = (await node.ask<ProbeList>('GET', apiPaths.probes())).body;
      await node.ask('DELETE', apiPaths.probe(current ?? ''));
      await expect.poll(() => node.everything(), POLL).toEqual(before);
    });
  });
}
