import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { apiPaths } from '../../server/contract/paths.ts';
import type { Probe } from '../../server/contract/probe.ts';
import { RELEASES } from './containerd-binaries.ts';
import { IMAGES } from './lab-images.ts';
import { ADMIN, FRESH, openProbeNode, type ProbeNode } from './probe-node.ts';
import { HOSTS, LOGIN } from './registries.ts';
import { SLOW_IMAGES } from './slow-registry.ts';

/** The four calls on a real runtime: where they stop, why, and that nothing stays. */

/** Promised of a healthy node, clean-up included. */
const HEALTHY_MS = 5_000;

interface Stop {
  readonly what: string;
  readonly request: object;
  readonly call: string;
  readonly cause: string;
  readonly token?: string;
}

const STOPS: readonly Stop[] = [
  {
    what: 'an image that does not exist',
    request: { image: `${HOSTS.good}/lab/nothing:1` },
    call: 'PullImage',
    cause: 'image-not-found',
  },
  {
    what: 'a registry that wants credentials, without them',
    request: { image: `${HOSTS.unauthorized}/${FRESH.repository}:1` },
    call: 'PullImage',
    cause: 'image-unauthorized',
  },
  {
    what: 'a registry that wants credentials, with wrong ones',
    request: {
      image: `${HOSTS.unauthorized}/${FRESH.repository}:1`,
      auth: { ...LOGIN, password: 'wrong-and-secret' },
    },
    call: 'PullImage',
    cause: 'image-unauthorized',
  },
  {
    what: 'a handler that is not configured',
    request: { runtimeHandler: 'kata' },
    call: 'RunPodSandbox',
    cause: 'runtime-handler-not-configured',
  },
  {
    what: 'a command that is not in the image',
    request: { image: IMAGES.busybox, command: ['/usr/bin/no-such-binary'] },
    call: 'StartContainer',
    cause: 'exec-not-found',
  },
  {
    what: 'a command that fails',
    request: { image: IMAGES.busybox, command: ['/bin/sh', '-c', 'echo no database >&2; exit 3'] },
    call: 'Observe',
    cause: 'app-exit-nonzero',
  },
  {
    what: 'a mount that is not there',
    request: {
      containerConfig: {
        metadata: { name: 'app' },
        image: { image: IMAGES.busybox },
        command: ['sleep', '60'],
        mounts: [{ host_path: '/etc/passwd/data', container_path: '/data' }],
      },
    },
    token: ADMIN,
    call: 'CreateContainer',
    cause: 'mount-source-missing',
  },
];

/** As crictl's documentation has them, but for an image that this node can have. */
const DOCUMENTED = {
  sandboxConfig: JSON.stringify({
    metadata: {
      name: 'nginx-sandbox',
      namespace: 'default',
      attempt: 1,
      uid: 'hdishd83djaidwnduwk28bcsb',
    },
    log_directory: '/tmp',
    linux: {},
  }),
  containerConfig: `
metadata:
  name: busybox
image:
  image: ${IMAGES.busybox}
command: [top]
log_path: busybox.0.log
linux: {}
`,
};

const PAIR = { metadata: { name: 'x', namespace: 'y', uid: 'z', attempt: 1 } };
const REACHING: readonly (readonly [what: string, request: object, path: string])[] = [
  [
    'privileged',
    { sandboxConfig: { ...PAIR, linux: { security_context: { privileged: true } } } },
    'sandbox_config.linux.security_context.privileged',
  ],
  [
    'the processes of the node',
    {
      sandboxConfig: {
        ...PAIR,
        linux: { security_context: { namespace_options: { pid: 'NODE' } } },
      },
    },
    'sandbox_config.linux.security_context.namespace_options.pid',
  ],
  [
    'a path of the node',
    { containerConfig: container({ mounts: [{ host_path: '/etc', container_path: '/etc2' }] }) },
    'container_config.mounts[0].host_path',
  ],
  [
    'a device',
    {
      containerConfig: container({
        devices: [{ host_path: '/dev/kmsg', container_path: '/dev/kmsg', permissions: 'rwm' }],
      }),
    },
    'container_config.devices[0]',
  ],
];

function container(more: object): object {
  return { metadata: { name: 'app' }, image: { image: IMAGES.busybox }, ...more };
}

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
      const told = JSON.stringify([probe, list, commands]) + node.log();
      expect(told).not.toContain(LOGIN.password);
      expect(told).not.toContain('wrong-and-secret');
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

    test("crictl's documented pair works as it is", async () => {
      const before = await node.everything();
      const probe = await node.run(DOCUMENTED);
      expect(probe.state, JSON.stringify(probe)).toBe('succeeded');
      expect(probe.changes.map(({ path }) => path)).toContain('sandbox_config.log_directory');
      expect(await node.everything()).toEqual(before);
    });

    test('a wrong field is refused by its path, before any call', async () => {
      const before = await node.everything();
      const sandboxConfig = { ...PAIR, linux: { cgroup_parrent: '/x' } };
      const { status, body } = await node.refused({ sandboxConfig });
      expect(status).toBe(400);
      expect(body.problems?.map(({ path }) => path)).toEqual([
        'sandbox_config.linux.cgroup_parrent',
      ]);
      expect(await node.everything()).toEqual(before);
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
  });
}
