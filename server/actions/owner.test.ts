import { describe, expect, it } from 'vitest';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { StaticManifest } from '../contract/node-files.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import { available, unavailable } from '../contract/section.ts';
import { findOwner, type OwnerFacts } from './owner.ts';
import { container, NOW_MS, sandbox, UID } from './testing/facts.ts';

const LABELS = { 'io.kubernetes.pod.uid': UID };
const pods = (uid: string, asOfMs = NOW_MS) =>
  available([{ uid, annotations: {} } as unknown as KubeletPod], asOfMs);

function own(given: {
  sandbox?: Partial<Sandbox> | null;
  container?: Partial<Container>;
  facts?: Partial<OwnerFacts>;
}) {
  const facts: OwnerFacts = {
    sandbox: given.sandbox === null ? null : sandbox({ labels: LABELS, ...given.sandbox }),
    containers: given.container === undefined ? [] : [container(given.container)],
    kubeletPods: unavailable('not asked'),
    manifests: unavailable('not asked'),
    ...given.facts,
  };
  return findOwner(facts, NOW_MS);
}

const KUBELET = { by: 'kubelet', staticPod: null };

describe('who owns', () => {
  it.each<[string, Parameters<typeof own>[0], object]>([
    ['what bears the labels of kubelet', {}, KUBELET],
    ['what kubelet lists', { facts: { kubeletPods: pods(UID) } }, KUBELET],
    [
      'what kubelet lists, though it bears no label',
      { sandbox: { labels: {} }, facts: { kubeletPods: pods(UID) } },
      KUBELET,
    ],
    [
      'what only a container tells of',
      {
        sandbox: { labels: {} },
        container: { annotations: { 'io.kubernetes.container.hash': '1' } },
      },
      KUBELET,
    ],
    [
      'a container whose sandbox is gone',
      { sandbox: null, container: { labels: LABELS } },
      KUBELET,
    ],
    ['what is made by hand', { sandbox: { labels: {} } }, { by: 'nobody', kind: 'hand-made' }],
    [
      'what a probe made, whatever else it bears',
      { sandbox: { labels: { ...LABELS, 'cri-triage.io/probe': 'p1' } } },
      { by: 'nobody', kind: 'probe' },
    ],
    [
      'what kubelet made and lists no more',
      { facts: { kubeletPods: pods('another') } },
      { by: 'nobody', kind: 'left-over' },
    ],
    [
      'what was made after kubelet was asked',
      { sandbox: { createdAtMs: NOW_MS - 1_000 }, facts: { kubeletPods: pods('another') } },
      KUBELET,
    ],
    [
      'what an old list of kubelet lacks',
      { facts: { kubeletPods: pods('another', NOW_MS - 60_000) } },
      KUBELET,
    ],
  ])('%s', (_, given, expected) => {
    expect(own(given)).toMatchObject(expected);
  });

  it.each<[string, string, string | null]>([
    ['by its name and the node’s', 'etcd-node1', '/etc/kubernetes/manifests/etcd.yaml'],
    ['the one whose name fits best', 'etcd-backup-node1', '/etc/kubernetes/manifests/backup.yaml'],
    ['none, where none fits', 'proxy-node1', null],
  ])('finds the manifest of a static pod: %s', (_, name, manifest) => {
    const file = (path: string, pod: string) =>
      ({
        path: `/etc/kubernetes/manifests/${path}`,
        namespace: 'kube-system',
        name: pod,
      }) as StaticManifest;
    const manifests = available(
      [file('etcd.yaml', 'etcd'), file('backup.yaml', 'etcd-backup')],
      NOW_MS,
    );
    const annotations = { 'kubernetes.io/config.source': 'file' };
    const owner = own({
      sandbox: { name, namespace: 'kube-system', annotations },
      facts: { manifests },
    });
    expect(owner).toEqual({ by: 'kubelet', staticPod: { manifest } });
  });
});
