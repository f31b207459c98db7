import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { apiPaths } from '../../server/contract/paths.ts';
import type { ProbeList } from '../../server/contract/probe.ts';
import { RELEASES } from './containerd-binaries.ts';
import { FRESH, OPERATOR, openProbeNode, type ProbeNode } from './probe-node.ts';
import { HOSTS } from './registries.ts';
import { SLOW_IMAGES } from './slow-registry.ts';

/** The server is killed in the middle of a probe and says goodbye to nobody: the next one leaves nothing of it. */

/** Promised of the next server, from its start on. */
const GONE_MS = 60_000;
const POLL = { intervals: [100], timeout: GONE_MS };
/** Between any two calls, and before the container is looked at. */
const GAPS = ['PullImage', 'CreateContainer', 'StartContainer', 'Observe'] as const;
/** Its image is not on the node: it has to go with the probe. */
const REQUEST = { image: FRESH.ref, command: ['sleep', '600'] };

for (const { label } of RELEASES) {
  test.describe(`containerd ${label}`, () => {
    let node: ProbeNode;
    test.describe.configure({ mode: 'serial' });
    test.beforeAll(async () => {
      node = await openProbeNode(label);
    });
    test.afterAll(() => node?.close());

    async function kill(): Promise<void> {
      const { pid } = node.dashboard;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => existsSync(`/proc/${pid}/fd/0`), POLL).toBe(false);
    }

    for (const gap of GAPS) {
      test(`by SIGKILL before ${gap}`, async () => {
        const before = await node.everything();
        await node.stepTo(gap, REQUEST);
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
      const id = await node.stepTo('RunPodSandbox', REQUEST);
      const name = `probe-${id}`;
      writeFileSync(join(node.lab.gateDir, `${name}.add-waits`), '');
      await node.next(id);
      const linesOfCall = () =>
        readFileSync(node.lab.runtimeLog, 'utf8')
          .split('\n')
          .filter((line) => line.includes('RunPodSandbox for') && line.includes(name));
      await expect.poll(linesOfCall, POLL).toHaveLength(1);
      await kill();
      const startedMs = performance.now();
      await node.startServer();
      // The runtime goes on for a while: only then it is known what there is to remove.
      await expect.poll(linesOfCall, POLL).toHaveLength(2);
      await expect.poll(() => node.lists(), POLL).toEqual(before);
      const tookMs = Math.round(performance.now() - startedMs);
      console.log(`  containerd ${label}: nothing is left ${tookMs} ms after the next start`);
    });

    test('by SIGKILL during PullImage', async () => {
      const before = await node.everything();
      const image = `${HOSTS.slow}/${SLOW_IMAGES.bulky}:1`;
      const id = await node.stepTo('PullImage', { ...REQUEST, image });
      await node.next(id);
      await node.until(id, ({ steps }) => (steps[1]?.progress?.doneBytes ?? 0) > 0);
      await kill();
      expect(await node.everything()).not.toEqual(before);
      const startedMs = performance.now();
      await node.startServer();
      await expect.poll(() => node.everything(), POLL).toEqual(before);
      const tookMs = Math.round(performance.now() - startedMs);
      console.log(`  containerd ${label}: nothing is left ${tookMs} ms after the next start`);
    });

    test('by SIGTERM: it cleans up before it ends', async () => {
      const before = await node.everything();
      await node.stepTo('Observe', REQUEST);
      await node.dashboard.close();
      expect(await node.everything()).toEqual(before);
      await node.startServer();
    });

    test('a second server leaves the probe of the first one alone', async () => {
      const before = await node.everything();
      await node.stepTo('Observe', REQUEST);
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
