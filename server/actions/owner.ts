import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { StaticManifest } from '../contract/node-files.ts';
import { PROBE_LABELS } from '../contract/probe-words.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import { type Section, valueOr } from '../contract/section.ts';

/** kubelet puts these on what it makes; what crictl makes lacks them unless somebody writes them. */
const UID_LABEL = 'io.kubernetes.pod.uid';
const SOURCE_ANNOTATION = 'kubernetes.io/config.source';
const CONTAINER_ANNOTATION = 'io.kubernetes.container.hash';
/** The uid of a static pod, on the mirror that the API server shows for it. */
const HASH_ANNOTATION = 'kubernetes.io/config.hash';
/** 3 s: a sandbox made between the reading of kubelet's list and ours is not left over. */
const SKEW_MS = 3_000;
/** 15 s: an older list of kubelet's says nothing about now. */
const LIST_COUNTS_MS = 15_000;

/** Who looks after an object of the runtime. */
export type Owner =
  | {
      readonly by: 'kubelet';
      /** Its manifest's path where it is a static pod and the file is known. */
      readonly staticPod: { readonly manifest: string | null } | null;
    }
  | {
      /** `hand-made`: as by crictl; `left-over`: kubelet made it and does not list it any more; `probe`: ours. */
      readonly by: 'nobody';
      readonly kind: 'hand-made' | 'left-over' | 'probe';
      readonly sentence: string;
    };

export interface OwnerFacts {
  /** Null where it is no more. */
  readonly sandbox: Sandbox | null;
  readonly containers: readonly Container[];
  /** kubelet's own list, read just now. */
  readonly kubeletPods: Section<readonly KubeletPod[]>;
  readonly manifests: Section<readonly StaticManifest[]>;
}

/** Whose the sandbox and its containers are. In doubt they are kubelet's. Pure and total. */
export function findOwner(facts: OwnerFacts, nowMs: number): Owner {
  const { sandbox, containers } = facts;
  if (marksOf(facts).some(({ labels }) => PROBE_LABELS.probe in labels)) {
    return nobody('probe', 'A probe of cri-triage made it; it is removed with its probe.');
  }
  const uid = sandbox?.uid ?? containers[0]?.labels[UID_LABEL] ?? '';
  const listed = valueOr(facts.kubeletPods, []).some(
    (pod) => pod.uid === uid || pod.annotations[HASH_ANNOTATION] === uid,
  );
  if (listed) return kubelets(facts);
  if (!isMadeByKubelet(facts)) {
    return nobody(
      'hand-made',
      'It was made by hand, not by kubelet: kubelet may remove it by itself as soon as it looks, because it is not of one of its pods.',
    );
  }
  return isLeftOver(facts, nowMs)
    ? nobody(
        'left-over',
        'kubelet made it and does not list its pod any more: it is left over, and kubelet may be about to remove it itself.',
      )
    : kubelets(facts);
}

interface Marks {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

function marksOf({ sandbox, containers }: OwnerFacts): readonly Marks[] {
  return sandbox === null ? containers : [sandbox, ...containers];
}

function isMadeByKubelet(facts: OwnerFacts): boolean {
  return marksOf(facts).some(
    ({ labels, annotations }) =>
      UID_LABEL in labels ||
      SOURCE_ANNOTATION in annotations ||
      CONTAINER_ANNOTATION in annotations,
  );
}

function isLeftOver({ sandbox, kubeletPods }: OwnerFacts, nowMs: number): boolean {
  if (!kubeletPods.available || sandbox === null) return false;
  if (nowMs - kubeletPods.asOfMs > LIST_COUNTS_MS) return false;
  return (sandbox.createdAtMs ?? 0) < kubeletPods.asOfMs - SKEW_MS;
}

function kubelets({ sandbox, manifests }: OwnerFacts): Owner {
  const source = sandbox?.annotations[SOURCE_ANNOTATION];
  if (source !== 'file' && source !== 'http') return { by: 'kubelet', staticPod: null };
  // kubelet appends the node's name, which it may spell otherwise than we do.
  const files = valueOr(manifests, []).filter(
    ({ namespace, name }) =>
      name !== null &&
      (namespace ?? 'default') === sandbox?.namespace &&
      sandbox.name.startsWith(`${name}-`),
  );
  const longest = files.toSorted((a, b) => (b.name ?? '').length - (a.name ?? '').length)[0];
  return { by: 'kubelet', staticPod: { manifest: longest?.path ?? null } };
}

function nobody(kind: Extract<Owner, { by: 'nobody' }>['kind'], sentence: string): Owner {
  return { by: 'nobody', kind, sentence };
}
