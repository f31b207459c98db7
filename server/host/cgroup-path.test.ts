import { describe, expect, it } from 'vitest';
import { parseCgroupPath, parseProcessCgroups } from './cgroup-path.ts';

const ID = '3f2a'.repeat(16);
const UID = '0f2c61b4-5d5e-4b6f-9a6e-0d3b8f1c2a77';
const STATIC_UID = '905a5d9b7c57c333af6dce67b9665d4a';
const underscored = UID.replaceAll('-', '_');

describe('parseCgroupPath', () => {
  it.each([
    ['cgroupfs driver', `/kubepods/burstable/pod${UID}/${ID}`, UID, ID],
    ['cgroupfs driver, guaranteed', `/kubepods/pod${UID}/${ID}`, UID, ID],
    ['cgroupfs driver, static pod', `/kubepods/besteffort/pod${STATIC_UID}/${ID}`, STATIC_UID, ID],
    ['cgroupfs driver of CRI-O', `/kubepods/besteffort/pod${UID}/crio-${ID}`, UID, ID],
    [
      'systemd driver',
      `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${underscored}.slice/cri-containerd-${ID}.scope`,
      UID,
      ID,
    ],
    [
      'systemd driver, guaranteed',
      `/kubepods.slice/kubepods-pod${underscored}.slice/crio-${ID}.scope`,
      UID,
      ID,
    ],
    [
      'systemd driver, static pod',
      `/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod${STATIC_UID}.slice/cri-containerd-${ID}.scope`,
      STATIC_UID,
      ID,
    ],
    [
      'conmon',
      `/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod${underscored}.slice/crio-conmon-${ID}.scope`,
      UID,
      ID,
    ],
    [
      'a slice below another root',
      `/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-burstable.slice/kubelet-kubepods-burstable-pod${underscored}.slice/cri-containerd-${ID}.scope`,
      UID,
      ID,
    ],
    ['seen from another namespace', `/../../kubepods/burstable/pod${UID}/${ID}`, UID, ID],
    ["a container's own groups", `/kubepods/pod${UID}/${ID}/init.scope/${'b'.repeat(64)}`, UID, ID],
    [
      'a node in a container of another node',
      `/system.slice/docker-${'b'.repeat(64)}.scope/kubelet/kubepods/besteffort/pod${UID}/${ID}`,
      UID,
      ID,
    ],
    ['the pod itself', `/kubepods/burstable/pod${UID}`, UID, null],
    ['no pod', `/k8s.io/${ID}`, null, ID],
    ['no pod, systemd', `/system.slice/cri-containerd-${ID}.scope`, null, ID],
    ['a unit', '/system.slice/containerd.service', null, null],
    ['the root', '/', null, null],
    ['a folder that begins with pod', '/podman/x', null, null],
  ])('%s', (_name, path, podUid, containerId) => {
    expect(parseCgroupPath(path)).toEqual({ podUid, containerId });
  });
});

describe('parseProcessCgroups', () => {
  it.each([
    ['version 2', `0::/kubepods/burstable/pod${UID}/${ID}\n`],
    [
      'version 1',
      `12:pids:/kubepods/burstable/pod${UID}/${ID}\n11:memory:/kubepods/burstable/pod${UID}/${ID}\n1:name=systemd:/kubepods/burstable/pod${UID}/${ID}\n`,
    ],
    [
      'a hybrid node, where one hierarchy does not tell',
      `0::/\n9:cpu,cpuacct:/kubepods/burstable/pod${UID}/${ID}\n`,
    ],
  ])('%s', (_name, text) => {
    expect(parseProcessCgroups(text)).toEqual({ podUid: UID, containerId: ID });
  });

  it('nobody', () => {
    expect(parseProcessCgroups('0::/init.scope\n')).toEqual({ podUid: null, containerId: null });
    expect(parseProcessCgroups('')).toEqual({ podUid: null, containerId: null });
  });
});
