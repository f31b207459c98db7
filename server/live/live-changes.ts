import { type LiveChange, podKey } from '../contract/live.ts';
import type { PodDetail, PodRow } from '../contract/pod.ts';
import type { PodRef } from '../runtime.ts';
import { findPod } from './find-pod.ts';
import { detailFingerprint } from './fingerprint.ts';
import type { Judgement } from './judgement.ts';

/** What one stream has been told. */
export interface Told {
  readonly judgement: Judgement;
  readonly podFingerprint: string | null;
}

export interface NextChange {
  readonly change: LiveChange;
  readonly told: Told;
  /** False when nothing but the clock moved. */
  readonly isNews: boolean;
}

/** What is added to the pod that is asked for, and to no other: what is remembered of it. */
export type Complete = (detail: PodDetail) => PodDetail;

/** The message that brings a reader who was told `told` (null: nothing) up to `now`. */
export function toLiveChange(
  told: Told | null,
  now: Judgement,
  ref: PodRef | null,
  complete: Complete = (found) => found,
): NextChange {
  const found = ref === null ? null : findPod(now, ref);
  const detail = found === null ? (ref === null ? null : 'gone') : complete(found);
  const podFingerprint = detail === null ? null : toPodFingerprint(detail);
  const isPodNews = podFingerprint !== (told?.podFingerprint ?? null);
  const isFindingsNews = told?.judgement.findings.fingerprint !== now.findings.fingerprint;
  const pods = told === null ? allPods(now) : changedPods(told.judgement, now);
  const change: LiveChange = {
    version: now.version,
    now: new Date(now.judgedAtMs).toISOString(),
    asOf: now.asOf,
    stale: now.stale,
    node: now.node.value,
    findings: isFindingsNews ? now.findings.value : null,
    pods,
    pod: isPodNews ? detail : null,
  };
  const isNews =
    isPodNews ||
    isFindingsNews ||
    told?.judgement.node.fingerprint !== now.node.fingerprint ||
    pods.upserted.length + pods.removed.length > 0;
  return { change, told: { judgement: now, podFingerprint }, isNews };
}

function toPodFingerprint(detail: PodDetail | 'gone'): string {
  return detail === 'gone' ? 'gone' : detailFingerprint(detail);
}

function allPods(now: Judgement): LiveChange['pods'] {
  return { complete: true, upserted: [...now.rows.values()].map((row) => row.value), removed: [] };
}

function changedPods(before: Judgement, now: Judgement): LiveChange['pods'] {
  const upserted: PodRow[] = [];
  const removed: string[] = [];
  for (const [key, row] of now.rows) {
    if (before.rows.get(key)?.fingerprint !== row.fingerprint) upserted.push(row.value);
  }
  for (const [key, row] of before.rows) if (!now.rows.has(key)) removed.push(podKey(row.value));
  return { complete: false, upserted, removed };
}
