import { readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { apiPaths } from '../../server/contract/paths.ts';
import type { Probe } from '../../server/contract/probe.ts';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { RELEASES } from './containerd-binaries.ts';
import { IMAGES } from './lab-images.ts';
import { DOCUMENTED, REACHING, STOPS, WRONG } from './probe-cases.ts';
import { ADMIN, FRESH, openProbeNode, type ProbeNode } from './probe-node.ts';
import { HOSTS, LOGIN } from './registries.ts';
import { SLOW_IMAGES } from './slow-registry.ts';

/** The four calls on a real runtime: where they stop, why, and that nothing stays. */

/** Promised of a healthy node, clean-up included. */
const HEALTHY_MS = 5_000;

const KEPT_RUNNING = { image: IMAGES.busybox, command: ['sleep', '600'] };

const failedOf = ({ steps }: Probe) => steps.find(({ state }) => state === 'failed');

for (const { label } of RELEASES) {
  test.describe(`containerd ${label}`, () => {
    let node: ProbeNode;
    test.describe.configure({ mode: 'serial' });
    test.beforeAll(async () => {
      node = await openProbeNode(label);
    });
    test.afterAll(() => node?.close());

    test('a healthy node passes in seconds, and nothing stays', async () => {
      const before = await node.everything();
      const startedMs = performance.now();
      const probe = await node.run();
      const tookMs = performance.now() - startedMs;
      const times = probe.steps.map(({ call, durationMs }) => `${call} ${durationMs} ms`);
      console.log(
        `  containerd ${label}: ${times.join(', ')}; clean-up ${probe.cleanup.durationMs} ms; in all ${Math.round(tookMs)} ms`,
      );
      expect(probe.state, JSON.stringify(probe)).toBe('succeeded');
      expect(tookMs).toBeLessThan(HEALTHY_MS);
      expect(await node.everything()).toEqual(before);
    });

    test('an image from the registry goes with the probe; its output is told', async () => {
      const before = await node.everything();
      const command = ['/bin/sh', '-c', 'echo well; sleep 60'];
      const probe = await node.run({ image: FRESH.ref, command });
      const times = probe.steps.map(({ call, durationMs }) => `${call} ${durationMs} ms`);
      console.log(`  containerd ${label}, with a pull: ${times.join(', ')}`);
      expect(probe.state, JSON.stringify(probe)).toBe('succeeded');
      expect(probe.output).toEqual([{ stream: 'stdout', text: 'well' }]);
      expect(probe.cleanup).toMatchObject({ state: 'done', left: [] });
      expect(await node.everything()).toEqual(before);
    });

    for (const { what, request, call, cause, token } of STOPS) {
      test(`${what}: stops at ${call}`, async () => {
        const before = await node.everything();
        const probe = await node.run(request, token);
        const failed = failedOf(probe);
        console.log(`  ${failed?.call} ${failed?.error?.code} ${failed?.cause}: ${probe.sentence}`);
        expect([failed?.call, failed?.cause], JSON.stringify(failed)).toEqual([call, cause]);
        expect(failed?.causeText?.nextChecks.length).toBeGreaterThan(0);
        expect(probe.cleanup, JSON.stringify(probe.cleanup)).toMatchObject({ state: 'done' });
        expect(await node.everything()).toEqual(before);
      });
    }

    test('credentials that are right reach the registry and nothing else', async () => {
      const before = await node.everything();
      const image = `${HOSTS.unauthorized}/${FRESH.repository}:1`;
      const probe = await node.run({ image, auth: LOGIN, command: ['sleep', '60'] });
      expect(probe.state, JSON.stringify(probe)).toBe('succeeded');
      const list = await node.ask('GET', apiPaths.probes());
      const commands = await node.ask('GET', apiPaths.probeCommands(probe.id));
      const told = JSON.stringify([probe, list, commands]) + node.log() + written(node);
      const encoded = Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64');
      for (const secret of [LOGIN.password, encoded, 'wrong-and-secret']) {
        expect(told.includes(secret)).toBe(false);
      }
      expect(await node.everything()).toEqual(before);
    });

    test('a pull that takes its time tells how far it is, and can be given up', async () => {
      const before = await node.everything();
      const image = `${HOSTS.slow}/${SLOW_IMAGES.bulky}:1`;
      const { id } = await node.start({ image });
      const pulling = await node.until(id, ({ steps }) => (steps[1]?.progress?.doneBytes ?? 0) > 0);
      expect(pulling.steps[1]?.progress?.phase).toBe('downloading');
      await node.ask('DELETE', apiPaths.probe(id));
      const probe = await node.until(id, ({ endedAt }) => endedAt !== null);
      expect(probe).toMatchObject({ state: 'cancelled', cancel: { reason: 'by-person' } });
      expect(await node.everything()).toEqual(before);
    });

    test('a network plugin that is gone: stops at RunPodSandbox', async () => {
      const before = await node.everything();
      const plugin = join(node.lab.cniBinDir, 'bridge');
      await rename(plugin, `${plugin}.away`);
      let probe: Probe;
      try {
        probe = await node.run();
      } finally {
        await rename(`${plugin}.away`, plugin);
      }
      const failed = failedOf(probe);
      console.log(`  ${probe.sentence} Left: ${JSON.stringify(probe.cleanup.left)}`);
      expect([failed?.call, failed?.cause], JSON.stringify(failed)).toEqual([
        'RunPodSandbox',
        'cni-plugin-binary-missing',
      ]);
      // containerd 1.6 keeps such a sandbox until the plugin is back.
      await node.ask('DELETE', apiPaths.probe(probe.id));
      expect(await node.everything()).toEqual(before);
    });

    test('a sandbox that cannot be removed is told, and goes at the next try', async () => {
      const before = await node.everything();
      const id = await node.stepTo('PullImage', KEPT_RUNNING);
      const gate = join(node.lab.gateDir, `probe-${id}.del-fails`);
      await writeFile(gate, '');
      await node.ask('DELETE', apiPaths.probe(id));
      const { cleanup } = await node.ended(id);
      expect(cleanup.left, JSON.stringify(cleanup)).toMatchObject([{ kind: 'sandbox' }]);
      expect(cleanup.left[0]?.why).toContain('connection refused');
      await rm(gate);
      await node.ask('DELETE', apiPaths.probe(id));
      await node.until(id, (probe) => probe.cleanup.state === 'done');
      expect(await node.everything()).toEqual(before);
    });

    for (const call of ['CreateContainer', 'StartContainer', 'Observe'] as const) {
      test(`kubelet takes it away before ${call}: said, and no failure`, async () => {
        const before = await node.everything();
        const id = await node.stepTo(call, KEPT_RUNNING);
        await removeAsKubelet(node);
        await node.next(id);
        const probe = await node.ended(id);
        expect(failedOf(probe)).toBeUndefined();
        // Once it was started there is nothing more to prove.
        const isProven = call === 'Observe';
        expect(probe.state, probe.sentence).toBe(isProven ? 'succeeded' : 'cancelled');
        expect(probe.cancel?.reason).toBe(isProven ? undefined : 'removed-by-kubelet');
        expect(JSON.stringify([probe.cancel, probe.steps])).toContain('kubelet');
        expect(probe.cleanup).toMatchObject({ state: 'done', left: [] });
        expect(await node.everything()).toEqual(before);
      });
    }

    test("the node's pod stats go on while a probe is there", async () => {
      const before = await node.everything();
      const id = await node.stepTo('Observe', KEPT_RUNNING);
      // Else it would prove nothing that none is there afterwards.
      expect(node.groups()).toHaveLength(0);
      const { stats } = await node.lab.cri.call(
        RuntimeService.method.listPodSandboxStats,
        {},
        { signal: AbortSignal.timeout(10_000) },
      );
      expect(stats.map(({ attributes }) => attributes?.metadata?.name)).toContain(`probe-${id}`);
      await node.lists();
      expect(node.groups()).toHaveLength(2);
      await node.ask('DELETE', apiPaths.probe(id));
      await node.ended(id);
      expect(await node.everything()).toEqual(before);
    });

    for (const [form, request] of Object.entries(DOCUMENTED)) {
      test(`crictl's documented pair works as it is, in ${form}`, async () => {
        const before = await node.everything();
        const probe = await node.run(request);
        expect(probe.state, JSON.stringify(probe)).toBe('succeeded');
        expect(probe.changes.map(({ path }) => path)).toContain('sandbox_config.log_directory');
        expect(await node.everything()).toEqual(before);
      });
    }

    test('what CRI does not have is refused by its path, before any call', async () => {
      const calls = () =>
        readFileSync(node.lab.runtimeLog, 'utf8').split('RunPodSandbox for ').length;
      const before = calls();
      for (const [request, wanted] of WRONG) {
        const { status, body } = await node.refused(request, ADMIN);
        expect(status).toBe(400);
        expect(body.problems?.map(({ path }) => path)).toEqual([wanted]);
        console.log(`  ${wanted}: ${body.problems?.[0]?.message}`);
      }
      expect(calls()).toBe(before);
      await node.run({ pullPolicy: 'Never' });
      expect(calls()).toBeGreaterThan(before);
    });

    for (const [what, request, path] of REACHING) {
      test(`${what}: not for an operator, for an admin it is, and both are in the log`, async () => {
        const { status, body } = await node.refused(request);
        expect(status).toBe(403);
        expect(body.detail).toContain(path);
        expect(node.log()).toContain('probe refused');
        const before = await node.everything();
        const probe = await node.run(request, ADMIN);
        expect(probe.privileges.join(' '), JSON.stringify(probe)).toContain(path);
        const audited = node
          .log()
          .split('\n')
          .filter((line) => line.includes(probe.id));
        expect(audited.find((line) => line.includes('"probe started"'))).toContain(path);
        expect(audited.find((line) => line.includes('"user":"ada"'))).toBeDefined();
        expect(await node.everything()).toEqual(before);
      });
    }

    test('an image that was here by another name stays, and that is said', async () => {
      const probe = await node.run({ image: IMAGES.app, command: ['sleep', '60'] });
      expect(probe.state, JSON.stringify(probe)).toBe('succeeded');
      expect(probe.cleanup).toMatchObject({ state: 'done', left: [] });
      expect(probe.cleanup.note).toContain('it was on the node before by another name');
      const again = await node.run({ ...KEPT_RUNNING, pullPolicy: 'Never' });
      expect(again.state, JSON.stringify(again)).toBe('succeeded');
    });
  });
}

/** What the server keeps on disk. */
function written({ lab }: ProbeNode): string {
  const folders = readdirSync(lab.dir).filter((name) => name.startsWith('history-'));
  const files = folders.flatMap((folder) =>
    readdirSync(join(lab.dir, folder)).map((name) => join(lab.dir, folder, name)),
  );
  return files.map((file) => readFileSync(file, 'latin1')).join('');
}

/** It ends every sandbox that is not of one of its pods. */
async function removeAsKubelet({ lab }: ProbeNode): Promise<void> {
  const options = { signal: AbortSignal.timeout(30_000) };
  const { method } = RuntimeService;
  const { items } = await lab.cri.call(method.listPodSandbox, {}, options);
  for (const { id: podSandboxId } of items) {
    await lab.cri.call(method.stopPodSandbox, { podSandboxId }, options);
    await lab.cri.call(method.removePodSandbox, { podSandboxId }, options);
  }
}
