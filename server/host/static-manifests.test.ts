import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host, type HostOptions } from './host.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
let host: Host;

const openHost = (options: Partial<HostOptions> = {}) =>
  createHost({
    hostRoot: node().hostRoot,
    podLogs: '/var/log/pods',
    manifests: null,
    nowMs: () => 1_000_000,
    ...options,
  });

beforeEach(() => {
  host = openHost();
});

describe('staticManifests', () => {
  const manifest = (text: string) => node().put('/etc/kubernetes/manifests/web.yaml', text);
  const first = async () => {
    const section = await host.staticManifests();
    return section.available ? section.value[0] : undefined;
  };

  it('reads pods in YAML and JSON', async () => {
    await manifest(
      'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\nspec:\n  initContainers: [{name: init, image: "a:1"}]\n  containers: [{name: app, image: "b:1"}]\n',
    );
    await node().put(
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
    await node().put('/etc/kubernetes/manifests/.web.yaml.swp', 'x');
    await mkdir(join(node().hostRoot, '/etc/kubernetes/manifests/folder'));
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
    await node().put('/var/lib/kubelet/config.yaml', 'staticPodPath: /opt/static\n');
    await node().put(
      '/opt/static/web.yaml',
      'kind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a}]}\n',
    );
    expect(await first()).toMatchObject({ name: 'web', path: '/opt/static/web.yaml' });
  });

  it('looks where the user says', async () => {
    await node().put('/mine/web.yaml', 'kind: x\n');
    host = openHost({ manifests: '/mine' });
    expect((await first())?.path).toBe('/mine/web.yaml');
  });

  it('is unavailable without a directory', async () => {
    expect(await host.staticManifests()).toMatchObject({
      available: false,
      reason: 'There is no /etc/kubernetes/manifests.',
    });
  });
});
