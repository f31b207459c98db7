import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { findDiskPlaces } from './disk-places.ts';
import { DiskReader } from './disks.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const { signal } = new AbortController();
const root = [{ role: 'root', path: '/' }] as const;

/** Writes its own pid where the test finds it, tells of the first path, and never ends. */
const hangingChild = (pidFile: string) => `
require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
process.stdout.write('{"index":0,"blockBytes":1,"blocks":1,"available":1,"files":1,"freeFiles":1}\\n');
setTimeout(() => {}, 60_000);`;

describe('DiskReader', () => {
  it('tells what statfs tells', async () => {
    const [disk] = await new DiskReader('/').read(root, signal);
    const info = await statfs('/');
    expect(disk).toMatchObject({
      role: 'root',
      path: '/',
      totalBytes: info.blocks * info.bsize,
      totalInodes: info.files,
    });
    expect(disk?.availableBytes).toBeGreaterThan(0);
  });

  it('leaves out what is not there, and looks below the host root', async () => {
    await node().folder('/var/lib/kubelet');
    const reader = new DiskReader(node().hostRoot);
    const places = [
      { role: 'images', path: '/var/lib/containerd' },
      { role: 'kubelet', path: '/var/lib/kubelet' },
    ] as const;
    expect((await reader.read(places, signal)).map(({ role }) => role)).toEqual(['kubelet']);
  });

  it('is not held by a file system that does not answer: names it, and ends the child', async () => {
    const pidFile = node().path('/pid');
    const reader = new DiskReader('/', { script: hangingChild(pidFile), answerMs: 700 });
    const places = [...root, { role: 'kubelet', path: '/dead' }] as const;
    const reading = reader.read(places, signal);
    await expect(reading).rejects.toThrow('the file system at /dead has not answered within 0.7 s');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
    // Once the child is gone the next reading starts another one.
    await vi.waitFor(() => expect(reader.read(places, signal)).rejects.toThrow('within 0.7 s'), {
      timeout: 10_000,
    });
  });

  it('ends with its signal at once', async () => {
    const controller = new AbortController();
    const pidFile = node().path('/pid');
    const reading = new DiskReader('/', { script: hangingChild(pidFile) }).read(
      root,
      controller.signal,
    );
    await vi.waitFor(() => readFileSync(pidFile), { timeout: 5_000 });
    controller.abort();
    await reading;
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  });
});

describe('findDiskPlaces', () => {
  const imageStore = async (endpoint: string | null) => {
    const places = await findDiskPlaces(node().hostRoot, {
      endpoint,
      kubeletRoot: '/var/lib/kubelet',
      podLogs: '/var/log/pods',
    });
    expect(places.slice(-4).map(({ role }) => role)).toEqual(['kubelet', 'logs', 'root', 'run']);
    return places.find(({ role }) => role === 'images')?.path ?? null;
  };

  it.each([
    ['unix:///run/containerd/containerd.sock', '/var/lib/containerd'],
    ['unix:///var/run/crio/crio.sock', '/var/lib/containers/storage'],
    ['unix:///run/k3s/containerd/containerd.sock', '/var/lib/rancher/rke2/agent/containerd'],
    ['unix:///run/k0s/containerd.sock', '/var/lib/k0s/containerd'],
    [
      'unix:///var/snap/microk8s/common/run/containerd.sock',
      '/var/snap/microk8s/common/var/lib/containerd',
    ],
  ])('%s', async (endpoint, path) => {
    await node().folder(path);
    expect(await imageStore(endpoint)).toBe(path);
  });

  it.each([
    [
      'unix:///run/containerd/containerd.sock',
      '/etc/containerd/config.toml',
      'version = 2\nroot = "/data/store"\n[plugins]\n  root = "/no"\n',
    ],
    [
      'unix:///run/crio/crio.sock',
      '/etc/containers/storage.conf',
      '[storage]\ndriver = "overlay"\ngraphroot = "/data/store"\n',
    ],
  ])('%s with another place in %s', async (endpoint, file, text) => {
    await node().put(file, text);
    await node().folder('/data/store');
    expect(await imageStore(endpoint)).toBe('/data/store');
  });

  it('says nothing of a store that is not there', async () => {
    expect(await imageStore(null)).toBeNull();
  });
});
