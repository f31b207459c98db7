import type { NodeMount, NodeProcess, PodDirectory } from '../../contract/host-facts.ts';
import type { KubeEvent, VolumeAttachment } from '../../contract/kube-facts.ts';
import { noFurtherFacts } from '../../contract/no-facts.ts';
import type { PodDetail } from '../../contract/pod.ts';
import { available, type Section, unavailable } from '../../contract/section.ts';
import type { Stage } from '../../contract/stage.ts';
import type { NodeSnapshot } from '../../snapshot/node-snapshot.ts';
import { diagnose } from '../diagnose.ts';
import { ago, CONTAINER_ID, NOW_MS, node, type Parts, UID } from './builders.ts';

interface Facts {
  readonly directories?: readonly PodDirectory[];
  readonly mounts?: readonly NodeMount[];
  readonly processes?: readonly NodeProcess[];
  readonly events?: readonly KubeEvent[];
  readonly attachments?: readonly VolumeAttachment[];
}

/** A snapshot's parts with these facts and no others. */
export function facts(given: Facts): Partial<NodeSnapshot> {
  const none = noFurtherFacts('not there');
  const section = <T>(list: readonly T[] | undefined): Section<readonly T[]> =>
    list === undefined ? unavailable('not there') : available(list, NOW_MS);
  return {
    host: {
      ...none.host,
      podDirectories: section(given.directories),
      mounts: section(given.mounts),
      processes: section(given.processes),
    },
    kube: {
      ...none.kube,
      events: section(given.events),
      volumeAttachments: section(given.attachments),
    },
  };
}

export function directory(given: Partial<PodDirectory> = {}): PodDirectory {
  return {
    uid: UID,
    path: `/var/lib/kubelet/pods/${UID}`,
    createdAtMs: ago(200),
    volumes: [],
    containers: [],
    hasEtcHosts: false,
    ...given,
  };
}

export function processOf(given: Partial<NodeProcess> = {}): NodeProcess {
  return {
    pid: 123,
    parentPid: 100,
    command: 'sleep infinity',
    state: 'S',
    waitChannel: null,
    startedAtMs: ago(100),
    kind: 'container',
    sandboxOrContainerId: CONTAINER_ID,
    podUid: UID,
    ignoresTerm: true,
    ...given,
  };
}

export function event(given: Partial<KubeEvent>): KubeEvent {
  return {
    kind: 'Pod',
    namespace: 'shop',
    name: 'web',
    uid: UID,
    container: null,
    type: 'Warning',
    reason: 'FailedMount',
    message: '',
    count: 3,
    firstAtMs: ago(180),
    lastAtMs: ago(20),
    component: 'kubelet',
    ...given,
  };
}

/** The one pod that is seen. */
export function podOf(parts: Parts): PodDetail {
  const [pod, ...others] = diagnose(node(parts), NOW_MS).pods;
  if (pod === undefined || others.length > 0) throw new Error('not one pod is seen');
  return pod;
}

/** The steps of a stage, "id state" each. */
export function steps(pod: PodDetail, stage: Stage): readonly string[] {
  const cell = pod.stages.find((item) => item.stage === stage);
  return (cell?.steps ?? []).map((item) => `${item.id} ${item.state}`);
}

export function waitsFor(pod: PodDetail, stage: Stage, id: string): string | null | undefined {
  const cell = pod.stages.find((item) => item.stage === stage);
  return cell?.steps?.find((item) => item.id === id)?.waitsFor;
}
