import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHost } from './host.ts';
import { parseMountinfo } from './mountinfo.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const UID = '0f2c61b4-5d5e-4b6f-9a6e-0d3b8f1c2a77';
const STATIC_UID = '905a5d9b7c57c333af6dce67b9665d4a';
const ID = '3f2a'.repeat(16);
const POD = `/var/lib/kubelet/pods/${UID}`;
/** As the kernel of a node writes it. */
const mount = (mountPoint: string, fsType = 'tmpfs', source = 'tmpfs') =>
  `210 27 0:51 / ${mountPoint} rw,relatime shared:95 - ${fsType} ${source} rw,size=65536k\n`;

const facts = () =>
  createHost({
    hostRoot: node().hostRoot,
    podLogs: '/var/log/pods',
    manifests: null,
    nowMs: () => 7,
  }).facts;

describe('podDirectories', () => {
  beforeEach(async () => {
    await node().put(`${POD}/etc-hosts`);
    await node().folder(`${POD}/containers/app`);
    await node().folder(`${POD}/plugins/kubernetes.io~empty-dir`);
    await node().folder(`${POD}/volumes/kubernetes.io~secret/tls`);
    await node().folder(`${POD}/volumes/kubernetes.io~csi/pvc-1`);
    await node().folder(`/var/lib/kubelet/pods/${STATIC_UID}`);
    await node().put(
      '/proc/1/mountinfo',
      mount('/') + mount(`${POD}/volumes/kubernetes.io~csi/pvc-1/mount`, 'ext4', '/dev/sdb'),
    );
  });

  it('names volumes with their plugin, containers, and what is mounted', async () => {
    expect(await facts().podDirectories()).toEqual({
      available: true,
      asOfMs: 7,
      value: [
        {
          uid: UID,
          path: POD,
          createdAtMs: expect.any(Number),
          volumes: [
            { plugin: 'kubernetes.io/csi', name: 'pvc-1', isMounted: true },
            { plugin: 'kubernetes.io/secret', name: 'tls', isMounted: false },
          ],
          containers: ['app'],
          hasEtcHosts: true,
        },
        expect.objectContaining({ uid: STATIC_UID, volumes: [], hasEtcHosts: false }),
      ],
    });
  });

  it('does not guess what is mounted without mountinfo', async () => {
    await rm(node().path('/proc/1/mountinfo'));
    const section = await facts().podDirectories();
    const [pod] = section.available ? section.value : [];
    expect(pod?.volumes.map(({ isMounted }) => isMounted)).toEqual([null, null]);
  });

  it('asks nothing about a volume: what cannot be entered or asked about does not matter', async () => {
    // A link to itself fails every stat and every look into it, as a dead mount would hang them.
    const volume = node().path(`${POD}/volumes/kubernetes.io~nfs/data`);
    await mkdir(dirname(volume), { recursive: true });
    await symlink('data', volume);
    const section = await facts().podDirectories();
    const [pod] = section.available ? section.value : [];
    expect(pod?.volumes).toContainEqual({
      plugin: 'kubernetes.io/nfs',
      name: 'data',
      isMounted: false,
    });
  });

  it('looks where kubelet was told to keep them', async () => {
    await node().put('/proc/42/comm', 'kubelet\n');
    await node().put('/proc/42/cmdline', '/usr/bin/kubelet\0--root-dir=/data/kubelet\0');
    await node().folder('/data/kubelet/pods/other');
    const section = await facts().podDirectories();
    expect(section.available && section.value.map(({ path }) => path)).toEqual([
      '/data/kubelet/pods/other',
    ]);
  });

  it('says what is not there', async () => {
    await rm(node().path('/var/lib/kubelet'), { recursive: true });
    expect(await facts().podDirectories()).toEqual({
      available: false,
      reason: 'There is no /var/lib/kubelet/pods.',
    });
  });
});

describe('mounts', () => {
  it.each([
    [`${POD}/volumes/kubernetes.io~secret/tls`, UID, 'tls', null],
    [`${POD}/volumes/kubernetes.io~csi/pvc-1/mount`, UID, 'pvc-1', null],
    [`${POD}/volume-subpaths/conf/app/0`, UID, 'conf', null],
    [`/data/kubelet/pods/${STATIC_UID}/volumes/kubernetes.io~nfs/n`, STATIC_UID, 'n', null],
    [`/run/containerd/io.containerd.runtime.v2.task/k8s.io/${ID}/rootfs`, null, null, ID],
    [`/run/containerd/io.containerd.grpc.v1.cri/sandboxes/${ID}/shm`, null, null, ID],
    [`/var/lib/containers/storage/overlay-containers/${ID}/userdata/shm`, null, null, ID],
    [`/run/kata-containers/shared/sandboxes/${ID}/mounts`, null, null, ID],
  ])('%s', (mountPoint, podUid, volumeName, sandboxOrContainerId) => {
    expect(parseMountinfo(mount(mountPoint))).toEqual([
      {
        mountPoint,
        fsType: 'tmpfs',
        source: 'tmpfs',
        podUid,
        volumeName,
        sandboxOrContainerId,
      },
    ]);
  });

  it.each([
    ['a layer', `/var/lib/containers/storage/overlay/${ID}/merged`],
    ['the root', '/'],
    ['a volume of no pod', '/var/lib/kubelet/plugins/kubernetes.io/csi/driver/globalmount'],
  ])('leaves %s out', (_name, mountPoint) => {
    expect(parseMountinfo(mount(mountPoint))).toEqual([]);
  });

  it('reads escapes, and survives lines of another form', () => {
    const text = `${mount(`${POD}/volumes/kubernetes.io~nfs/a\\040b`, 'nfs4', 'nas:/a\\040b')}x /pods/\n\n${ID}\n`;
    expect(parseMountinfo(text)).toMatchObject([{ volumeName: 'a b', source: 'nas:/a b' }]);
  });

  it('reads the thousands of a full node', async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) =>
      mount(`/var/lib/kubelet/pods/${UID}/volumes/kubernetes.io~secret/s${index}`),
    );
    await node().put('/proc/1/mountinfo', lines.join(''));
    const section = await facts().mounts();
    expect(section.available && section.value).toHaveLength(2_000);
  });

  it('reads those of this machine', async () => {
    const here = createHost({ hostRoot: '/', podLogs: '/x', manifests: null, nowMs: () => 7 });
    expect(await here.facts.mounts()).toMatchObject({ available: true });
  });

  it('says what is not there', async () => {
    expect(await facts().mounts()).toEqual({
      available: false,
      reason: 'There is no /proc/1/mountinfo.',
    });
  });
});
