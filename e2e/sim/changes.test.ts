import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { driverForTest, type SimDriver } from './testing/sim-driver.ts';
import { REGISTRY_LOGIN } from './wire/registry.ts';

const BUSYBOX = 'registry.example/tools/busybox:1.36';
const DRESSES = [
  { dress: 'containerd' },
  { dress: 'containerd', version: '1.6' },
  { dress: 'crio' },
] as const;
const NODE = { scenarios: ['healthy'], speed: 20 } as const;

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

/** kubelet makes this folder, and CRI-O wants it. */
function makeLogFolder({ logFile }: SimDriver): void {
  mkdirSync(dirname(logFile), { recursive: true });
}

const linesOf = ({ logFile }: SimDriver): readonly string[] =>
  readFileSync(logFile, 'utf8').trimEnd().split('\n');

async function driver(dress: (typeof DRESSES)[number], more: object = {}): Promise<SimDriver> {
  const made = await driverForTest({ ...dress, ...NODE, ...more });
  makeLogFolder(made);
  return made;
}

describe.each(DRESSES)('$dress $version', (dress) => {
  it('makes a pod, runs it, and takes it away without a trace', async () => {
    const made = await driver(dress);
    const { cri, options, sim } = made;
    const before = await made.ids();
    const image = await made.pull(BUSYBOX);
    expect((await cri.images.status(BUSYBOX, options))?.id).toBe(image);
    const sandbox = await made.run();
    const config = { image: { image }, command: ['sh', '-c', 'echo out; echo err >&2; sleep 999'] };
    const container = await made.create(sandbox, config);
    expect((await cri.containers.status(container, options)).state).toBe('created');
    await cri.changes.startContainer(container, options);
    expect((await cri.containers.status(container, options)).state).toBe('running');
    await expect.poll(() => linesOf(made)).toHaveLength(2);
    expect(linesOf(made)[0]).toMatch(/ stdout F out$/u);
    expect(linesOf(made)[1]).toMatch(/ stderr F err$/u);
    const ran = await cri.streaming.execSync(
      { containerId: container, command: ['echo', 'hi'], timeoutSeconds: 5 },
      options,
    );
    expect(Buffer.from(ran.stdout).toString()).toBe('hi\n');
    const stats = await cri.stats.containers(options);
    expect(stats.map((row) => row.containerId)).toContain(container);

    await cri.changes.stopContainer(container, 0, options);
    expect(await cri.containers.status(container, options)).toMatchObject({
      state: 'exited',
      exitCode: 137,
    });
    await cri.changes.removeContainer(container, options);
    await cri.changes.stopPodSandbox(sandbox, options);
    await cri.changes.removePodSandbox(sandbox, options);
    expect(await made.ids()).toEqual(before);
    // The log is kubelet's to take away, and kubelet does not know of it.
    expect(existsSync(made.logFile)).toBe(true);
    expect(sim.control.execProcesses()).toEqual([]);
  });

  it('filters its lists by labels', async () => {
    const made = await driver(dress);
    const { sandbox, container } = await made.up({ image: { image: await made.pull(BUSYBOX) } });
    const labels = { 'cri-triage.io/probe': '1' };
    const sandboxes = await made.cri.sandboxes.list({ ...made.options, labels });
    const containers = await made.cri.containers.list({ ...made.options, labels });
    expect(sandboxes.map(({ id }) => id)).toEqual([sandbox]);
    expect(containers.map(({ id }) => id)).toEqual([container]);
  });

  it('removes a pod with all that runs in it by one call', async () => {
    const made = await driver(dress);
    const before = await made.ids();
    const image = { image: await made.pull('registry.example/tools/netcheck:2.1') };
    const { sandbox } = await made.up({ image });
    await made.cri.changes.removePodSandbox(sandbox, made.options);
    expect(await made.ids()).toEqual(before);
    await made.cri.changes.removePodSandbox(sandbox, made.options);
  });

  it('says how a command ended', async () => {
    const made = await driver(dress);
    const image = { image: await made.pull(BUSYBOX) };
    const { container } = await made.up({ image, command: ['sh', '-c'], args: ['exit 3'] });
    await expect
      .poll(() => made.cri.containers.status(container, made.options))
      .toMatchObject({ state: 'exited', exitCode: 3, reason: 'Error' });
  });

  it('takes a name once', async () => {
    const made = await driver(dress);
    const sandbox = await made.run();
    const again = await failureOf(made.run());
    if (dress.dress === 'crio') expect(again).toBeNull();
    else
      expect(again).toMatchObject({
        details: expect.stringContaining(`reserved for "${sandbox}"`),
      });
    expect((await made.ids()).sandboxes).toHaveLength(2);
  });

  it('tells apart what a registry answers', async () => {
    const made = await driver(dress);
    const { username, password } = REGISTRY_LOGIN;
    const privateImage = 'registry.example/private/report:1.0';
    const detailsOf = async (image: string, login?: { username: string; password: string }) =>
      String(await failureOf(made.pull(image, login)));
    expect(await detailsOf('registry.example/shop/nope:1')).toMatch(/not found|manifest unknown/u);
    expect(await detailsOf(privateImage)).toMatch(/401|unauthorized|no basic auth/u);
    expect(await detailsOf(privateImage, { username, password: 'wrong-one' })).toMatch(
      /401|unauthorized/u,
    );
    expect(await detailsOf('nginx')).toMatch(/lookup docker\.io: no such host/u);
    expect(await detailsOf('down.example/a/b:1')).toMatch(/connection refused/u);
    expect(await detailsOf('registry.example/Shop/a:1')).toMatch(/must be lowercase/u);
    expect(await detailsOf(privateImage, { username, password })).toBe('null');
    // A name without a tag, a digest and an id lead to the same image.
    const image = await made.cri.images.status(privateImage, made.options);
    for (const ref of [image?.digests[0] ?? '', image?.id ?? '']) {
      expect(await made.cri.images.status(ref, made.options)).toEqual(image);
    }
  });

  it('removes an image, which comes back the same', async () => {
    const made = await driver(dress);
    const id = await made.pull(BUSYBOX);
    await made.cri.changes.removeImage(BUSYBOX, made.options);
    expect(await made.cri.images.status(BUSYBOX, made.options)).toBeNull();
    await made.cri.changes.removeImage(BUSYBOX, made.options);
    expect(await made.pull(BUSYBOX)).toBe(id);
  });

  it('refuses a handler that it does not have', async () => {
    const made = await driver(dress);
    const error = await failureOf(made.run({}, 'kata'));
    expect(String(error)).toMatch(/no runtime for "kata" is configured|runtime handler kata/u);
    expect(await made.run({}, 'runc')).toMatch(/^[0-9a-f]{64}$/u);
  });

  it.each([
    ['a command', { command: ['/bin/nonexistent'] }, /exec: .*nonexistent.*no such file/u],
    ['a command in the path', { command: ['nonesuch'] }, /nonesuch.*not found in \$PATH/u],
    ['a program that may not run', { command: ['/etc/passwd'] }, /permission denied/u],
    [
      'a mount from below a file',
      { mounts: [{ host_path: '/etc/passwd/y', container_path: '/m' }] },
      /\/etc\/passwd\/y.*not a directory/u,
    ],
    [
      'a file mounted on a folder',
      { mounts: [{ host_path: '/etc/hosts', container_path: '/opt' }] },
      /mounting .*\/etc\/hosts.*\/opt.*not a directory/u,
    ],
    [
      'a user that the image does not have',
      { linux: { security_context: { run_as_username: 'nosuch' } } },
      /no users found|unable to find user nosuch/u,
    ],
    [
      'too little memory',
      { linux: { resources: { memory_limit_in_bytes: 4096 } } },
      /memory limit (?:to )?4096/u,
    ],
    [
      'a profile that is not there',
      { linux: { security_context: { seccomp: { profile_type: 2, localhost_ref: '/x.json' } } } },
      /\/x\.json.*no such file/u,
    ],
  ])('finds out: %s', async (_, config, expected) => {
    const made = await driver(dress);
    const image = { image: await made.pull(BUSYBOX) };
    expect(String(await failureOf(made.up({ image, ...config })))).toMatch(expected);
  });

  it('meets the trouble that the whole node has', async () => {
    const made = await driver(dress, { scenarios: ['cni-config-missing'] });
    expect(String(await failureOf(made.run()))).toMatch(
      /cni plugin not initialized|no CNI configuration file/u,
    );
    const hostNetwork = { security_context: { namespace_options: { network: 2 } } };
    expect(await made.run({ linux: hostNetwork })).toMatch(/^[0-9a-f]{64}$/u);
  });
});

it('CRI-O wants the folder of the log, containerd makes it', async () => {
  for (const dress of ['containerd', 'crio'] as const) {
    const made = await driverForTest({ dress, ...NODE });
    const image = { image: await made.pull(BUSYBOX) };
    const error = await failureOf(made.up({ image }));
    if (dress === 'crio') expect(error).toMatchObject({ details: 'exit status 1' });
    else expect(error).toBeNull();
  }
});

it('what TERM does not end, KILL ends when the time is up', async () => {
  const made = await driver({ dress: 'containerd' });
  const image = { image: await made.pull(BUSYBOX) };
  const { container } = await made.up({ image, command: ['sleep', '999'] });
  await made.cri.changes.stopContainer(container, 2, made.options);
  const deaf = await made.cri.containers.status(container, made.options);
  expect(deaf).toMatchObject({ state: 'exited', exitCode: 137 });
});

it('a pull that is broken off ends, and one that hangs does not hold up others', async () => {
  const made = await driver({ dress: 'containerd' }, { scenarios: ['pull-hung'] });
  const { cri, options } = made;
  const hanging = 'registry.example/ml/trainer:2.6';
  const controller = new AbortController();
  const request = { image: hanging, auth: null, sandboxConfig: {} };
  const pulling = failureOf(cri.changes.pullImage(request, { signal: controller.signal }));
  await expect.poll(() => made.sim.callCounts()['PullImage']?.outstanding).toBe(1);
  await made.pull(BUSYBOX);
  controller.abort(new Error('enough'));
  expect(await pulling).toMatchObject({ message: 'enough' });
  await expect
    .poll(() => readFileSync(made.sim.runtimeLog, 'utf8'))
    .toMatch(/PullImage .*failed.*context canceled/u);
  expect(await cri.images.status(hanging, options)).toBeNull();
});

it('kubelet ends what it does not know, when it is told to', async () => {
  const made = await driver({ dress: 'containerd' }, { isKubeletStrict: true });
  const before = await made.ids();
  const { sandbox } = await made.up({
    image: { image: await made.pull(BUSYBOX) },
    command: ['sleep', '999'],
  });
  const isReady = async () => {
    const rows = await made.cri.sandboxes.list(made.options);
    return rows.find(({ id }) => id === sandbox)?.state ?? 'gone';
  };
  await expect.poll(isReady, { timeout: 10_000 }).not.toBe('ready');
  await expect.poll(() => made.ids(), { timeout: 10_000 }).toEqual(before);
});
