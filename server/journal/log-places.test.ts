import { describe, expect, it } from 'vitest';
import { kubeletLogPlaces, parseLogPlace, runtimeLogPlaces } from './log-places.ts';

describe('parseLogPlace', () => {
  it.each([
    ['/var/log/x.log', { kind: 'file', path: '/var/log/x.log' }],
    ['containerd', { kind: 'unit', unit: 'containerd' }],
    ['k3s-agent.service', { kind: 'unit', unit: 'k3s-agent' }],
    ['sshd', null],
    ['x.log', null],
    ['', null],
  ])('%j', (option, expected) => {
    expect(parseLogPlace(option)).toEqual(expected);
  });
});

describe('usual places', () => {
  it.each([
    [null, 'containerd', 'kubelet'],
    ['unix:///run/containerd/containerd.sock', 'containerd', 'kubelet'],
    ['unix:///var/run/crio/crio.sock', 'crio', 'kubelet'],
    [
      'unix:///run/k3s/containerd/containerd.sock',
      '/var/lib/rancher/k3s/agent/containerd/containerd.log',
      '/var/lib/rancher/rke2/agent/logs/kubelet.log',
    ],
    ['unix:///run/k0s/containerd.sock', 'k0sworker', 'k0sworker'],
    [
      'unix:///var/snap/microk8s/common/run/containerd.sock',
      'snap.microk8s.daemon-containerd',
      'snap.microk8s.daemon-kubelite',
    ],
  ])('%s', (endpoint, runtime, kubelet) => {
    const first = (places: ReturnType<typeof runtimeLogPlaces>) =>
      places.map((place) =>
        'path' in place ? place.path : 'unit' in place ? place.unit : null,
      )[0];
    expect(first(runtimeLogPlaces(endpoint))).toBe(runtime);
    expect(first(kubeletLogPlaces(endpoint))).toBe(kubelet);
  });
});
