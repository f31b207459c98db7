import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host, type HostOptions } from './host.ts';

let hostRoot: string;
let host: Host;
let nowMs: number;

const open = (options: Partial<HostOptions> = {}) =>
  createHost({
    hostRoot,
    podLogs: '/var/log/pods',
    manifests: null,
    nowMs: () => nowMs,
    ...options,
  });

beforeEach(async () => {
  hostRoot = await realpath(await mkdtemp(join(tmpdir(), 'host-')));
  nowMs = 1_000_000;
  host = open();
});

afterEach(() => rm(hostRoot, { recursive: true }));

async function put(path: string, text: string | Buffer = ''): Promise<void> {
  await mkdir(dirname(join(hostRoot, path)), { recursive: true });
  await writeFile(join(hostRoot, path), text);
}

const POD = '/var/log/pods/shop_web-1_0f2c';
const log = { namespace: 'shop', podName: 'web-1', podUid: '0f2c', container: 'app', attempt: 0 };

describe('podLogDirectories', () => {
  it('names pods, containers and attempts; rotated files do not count twice', async () => {
    await put(`${POD}/app/3.log`);
    await put(`${POD}/app/2.log`);
    await put(`${POD}/app/2.log.20261129-205236.gz`);
    await put(`${POD}/app/notes.txt`);
    await mkdir(join(hostRoot, POD, 'never-created'));
    await mkdir(join(hostRoot, '/var/log/pods/not-a-pod'));
    await put('/var/log/pods/file_of_someone');
    const section = await host.podLogDirectories();
    expect(section).toMatchObject({
      available: true,
      asOfMs: nowMs,
      value: [{ namespace: 'shop', name: 'web-1', uid: '0f2c', path: POD }],
    });
    const [pod] = section.available ? section.value : [];
    expect(pod?.createdAtMs).toBeGreaterThan(0);
    expect(new Map(pod?.containers.map((item) => [item.name, item.attempts]))).toEqual(
      new Map([
        ['app', [2, 3]],
        ['never-created', []],
      ]),
    );
  });

  it('follows no link out of the root', async () => {
    await mkdir(join(hostRoot, '/var/log/pods'), { recursive: true });
    await symlink('/etc', join(hostRoot, '/var/log/pods/shop_link_0f2c'));
    expect(await host.podLogDirectories()).toMatchObject({ available: true, value: [] });
  });

  it('is unavailable without a root', async () => {
    expect(await host.podLogDirectories()).toEqual({
      available: false,
      reason: 'There is no /var/log/pods.',
    });
  });
});

describe('containerLogTail', () => {
  it.each([
    ['containerd', '2026-11-29T20:51:36.637804264Z'],
    ['CRI-O', '2026-11-29T20:52:42.743341920+00:00'],
  ])('reads the last lines in the form of %s and joins pieces by stream', async (_name, time) => {
    const lines = [
      'stdout F one',
      'stdout P two, ',
      'stderr F other',
      'stdout F goes on',
      'stderr P last word',
    ];
    await put(`${POD}/app/0.log`, lines.map((line) => `${time} ${line}\n`).join(''));
    expect(await host.containerLogTail(log, 15)).toEqual([
      'one',
      'other',
      'two, goes on',
      'last word',
    ]);
    expect(await host.containerLogTail(log, 2)).toEqual(['two, goes on', 'last word']);
  });

  it('reads no more than the end of a large file', async () => {
    const line = `2026-11-29T20:51:36.637804264Z stdout F ${'x'.repeat(1000)}\n`;
    await put(`${POD}/app/0.log`, `${line.repeat(5_000)}2026-11-29T20:51:37Z stdout F end\n`);
    const lines = await host.containerLogTail(log, 15);
    expect(lines).toHaveLength(15);
    expect(lines?.at(-1)).toBe('end');
  });

  it('bounds a line, strips control sequences, passes garbage over', async () => {
    const head = '2026-11-29T20:51:36Z stdout';
    await put(
      `${POD}/app/0.log`,
      `${head} F ${'y'.repeat(50_000)}\n${head} F \u001b[31mred\u001b[0m\n\u0000\u0001\nnot a log line\n${head} X z\n${head} F\n`,
    );
    const lines = await host.containerLogTail(log, 15);
    expect(lines?.map((line) => line.slice(0, 10))).toEqual(['yyyyyyyyyy', 'red', '']);
    expect(lines?.[0]?.length).toBeLessThan(2_100);
  });

  it.each([
    ['a link as the file', async () => symlink('/etc/hostname', join(hostRoot, POD, 'app/0.log'))],
    ['a folder as the file', async () => mkdir(join(hostRoot, POD, 'app/0.log'))],
    ['no file', async () => undefined],
  ])('reads nothing from %s', async (_name, prepare) => {
    await mkdir(join(hostRoot, POD, 'app'), { recursive: true });
    await prepare();
    expect(await host.containerLogTail(log, 15)).toBeNull();
  });

  it('reads nothing through a linked folder', async () => {
    await put('/secret/0.log', '2026-11-29T20:51:36Z stdout F secret\n');
    await mkdir(join(hostRoot, POD), { recursive: true });
    await symlink(join(hostRoot, 'secret'), join(hostRoot, POD, 'app'));
    expect(await host.containerLogTail(log, 15)).toBeNull();
  });

  it.each([
    { container: '../../../../secret' },
    { container: '..' },
    { podName: 'a/b' },
    { namespace: '' },
    { attempt: -1 },
    { attempt: 1.5 },
    { podUid: 'x\0' },
  ])('refuses names with a path in them: %j', async (names) => {
    await put('/secret/0.log', '2026-11-29T20:51:36Z stdout F secret\n');
    expect(await host.containerLogTail({ ...log, ...names }, 15)).toBeNull();
  });
});

describe('staticManifests', () => {
  const manifest = (text: string) => put('/etc/kubernetes/manifests/web.yaml', text);
  const first = async () => {
    const section = await host.staticManifests();
    return section.available ? section.value[0] : undefined;
  };

  it('reads pods in YAML and JSON', async () => {
    await manifest(
      'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\nspec:\n  initContainers: [{name: init, image: "a:1"}]\n  containers: [{name: app, image: "b:1"}]\n',
    );
    await put(
      '/etc/kubernetes/manifests/x.json',
      '{"kind":"Pod","metadata":{"name":"x"},"spec":{"containers":[{"name":"app","image":"c:1"}]}}',
    );
    const section = await host.staticManifests();
    expect(section.available && section.value).toMatchObject([
      {
        path: '/etc/kubernetes/manifests/web.yaml',
        namespace: 'shop',
        name: 'web',
        error: null,
        containers: [
          { name: 'init', image: 'a:1', isInit: true },
          { name: 'app', image: 'b:1', isInit: false },
        ],
      },
      { name: 'x', namespace: 'default', error: null },
    ]);
  });

  it.each([
    ['broken YAML, with the line', 'kind: Pod\nmetadata:\n  name: [web\nspec: {}\n', /line \d/],
    ['another kind', 'kind: Deployment\n', /kind is "Deployment", not Pod/],
    ['no kind', 'metadata: {name: web}\n', /kind is missing/],
    ['an empty file', '', /empty|no object/],
    ['a text', 'just words\n', /no object/],
    [
      'no containers',
      'kind: Pod\nmetadata: {name: web}\nspec: {containers: []}\n',
      /spec\.containers/,
    ],
    ['no name', 'kind: Pod\nmetadata: {}\nspec: {containers: [{name: a}]}\n', /metadata\.name/],
    ['binary bytes', '\u0000\u0001\uffff', /./],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`)
        .join('\n')}\n`,
      /./,
    ],
  ])('says what is wrong with %s', async (_name, text, error) => {
    await manifest(text);
    expect((await first())?.error).toMatch(error);
  });

  it('keeps the name of a pod that is broken elsewhere', async () => {
    await manifest('kind: Pod\nmetadata: {name: web}\nspec: {containers: [{image: 7}]}\n');
    expect(await first()).toMatchObject({ name: 'web', namespace: 'default' });
  });

  it('passes dot files and folders over, reads a changed file anew', async () => {
    await put('/etc/kubernetes/manifests/.web.yaml.swp', 'x');
    await mkdir(join(hostRoot, '/etc/kubernetes/manifests/folder'));
    await manifest('kind: List\n');
    expect((await first())?.error).toContain('List');
    await manifest('kind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a}]}\n');
    expect(await first()).toMatchObject({ name: 'web', error: null });
  });

  it('tells a file that is too large', async () => {
    await manifest(`# ${'x'.repeat(2 * 1024 * 1024)}\n`);
    expect((await first())?.error).toContain('larger than');
  });

  it('looks where kubelet looks', async () => {
    await put('/var/lib/kubelet/config.yaml', 'staticPodPath: /opt/static\n');
    await put(
      '/opt/static/web.yaml',
      'kind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a}]}\n',
    );
    expect(await first()).toMatchObject({ name: 'web', path: '/opt/static/web.yaml' });
  });

  it('looks where the user says', async () => {
    await put('/mine/web.yaml', 'kind: x\n');
    host = open({ manifests: '/mine' });
    expect((await first())?.path).toBe('/mine/web.yaml');
  });

  it('is unavailable without a directory', async () => {
    expect(await host.staticManifests()).toMatchObject({
      available: false,
      reason: 'There is no /etc/kubernetes/manifests.',
    });
  });
});

describe('kubeletConfig', () => {
  it('takes flags of the running kubelet before its file', async () => {
    await put('/proc/17/comm', 'bash\n');
    await put('/proc/42/comm', 'kubelet\n');
    await put(
      '/proc/42/cmdline',
      [
        '/usr/bin/kubelet',
        '--config=/etc/k.yaml',
        '--hostname-override',
        'node-7',
        '--read-only-port=10255',
        '',
      ].join('\0'),
    );
    await put(
      '/etc/k.yaml',
      'containerRuntimeEndpoint: unix:///run/crio/crio.sock\nreadOnlyPort: 0\ncgroupDriver: systemd\n',
    );
    expect(await host.kubeletConfig()).toEqual({
      pid: 42,
      configPath: '/etc/k.yaml',
      containerRuntimeEndpoint: { value: 'unix:///run/crio/crio.sock', where: '/etc/k.yaml' },
      staticPodPath: null,
      podLogsDir: null,
      cgroupDriver: { value: 'systemd', where: '/etc/k.yaml' },
      readOnlyPort: {
        value: 10255,
        where: '--read-only-port on the command line of kubelet (pid 42)',
      },
      hostnameOverride: {
        value: 'node-7',
        where: '--hostname-override on the command line of kubelet (pid 42)',
      },
      rootDir: null,
    });
    expect(await host.nodeName()).toBe('node-7');
  });

  it('reads what kubeadm wrote down while kubelet is dead', async () => {
    await put(
      '/var/lib/kubelet/kubeadm-flags.env',
      'KUBELET_KUBEADM_ARGS="--container-runtime-endpoint=unix:///run/containerd/containerd.sock --pod-infra-container-image=x"\n',
    );
    expect((await host.kubeletConfig()).containerRuntimeEndpoint).toEqual({
      value: 'unix:///run/containerd/containerd.sock',
      where: '--container-runtime-endpoint in /var/lib/kubelet/kubeadm-flags.env',
    });
  });

  it.each(['', 'a: [', '7', 'staticPodPath: 7\nreadOnlyPort: x\n'])(
    'survives a broken file: %j',
    async (text) => {
      await put('/var/lib/kubelet/config.yaml', text);
      expect(await host.kubeletConfig()).toMatchObject({ pid: null, staticPodPath: null });
    },
  );

  it('is read once a minute', async () => {
    await host.kubeletConfig();
    await put('/var/lib/kubelet/config.yaml', 'staticPodPath: /opt/static\n');
    expect((await host.kubeletConfig()).staticPodPath).toBeNull();
    nowMs += 61_000;
    expect((await host.kubeletConfig()).staticPodPath?.value).toBe('/opt/static');
  });
});

describe('below a host root', () => {
  it('follows absolute links within the root', async () => {
    await put('/mnt/kubelet/config.yaml', 'staticPodPath: /here\n');
    await mkdir(join(hostRoot, '/var/lib'), { recursive: true });
    await symlink('/mnt/kubelet', join(hostRoot, '/var/lib/kubelet'));
    expect((await host.kubeletConfig()).configPath).toBe('/var/lib/kubelet/config.yaml');
  });

  it('gives up on a loop of links', async () => {
    await mkdir(join(hostRoot, '/etc'), { recursive: true });
    await symlink('/etc/crictl.yaml', join(hostRoot, '/etc/crictl.yaml'));
    expect(await host.crictlEndpoint()).toBeNull();
  });

  it('takes the node name of the node, not of a container', async () => {
    await put('/etc/hostname', 'Node-9\n');
    expect(await host.nodeName()).toBe('node-9');
  });

  it('falls back to its own host name', async () => {
    expect(await host.nodeName()).toBe(hostname().toLowerCase());
  });
});

describe('crictlEndpoint', () => {
  it.each([
    [
      'runtime-endpoint: unix:///run/x.sock\n',
      { value: 'unix:///run/x.sock', where: '/etc/crictl.yaml' },
    ],
    ['timeout: 2\n', null],
    ['a: [', null],
  ])('%j', async (text, expected) => {
    await put('/etc/crictl.yaml', text);
    expect(await host.crictlEndpoint()).toEqual(expected);
  });

  it('says nothing without a file', async () => {
    expect(await host.crictlEndpoint()).toBeNull();
  });
});
