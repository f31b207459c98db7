import { type LiveChange, podKey } from '../contract/live.ts';
import type { PodDetail, PodRow } from '../contract/pod.ts';
import type { PodRef } from '../runtime.ts';
import { findPod } from './find-pod.ts';
import { detailJson, type Judgement } from './judgement.ts';

/** What one stream has been told. */
export interface Told {
  readonly judgement: Judgement;
  readonly podJson: string | null;
}

export interface NextChange {
  readonly change: LiveChange;
  readonly told: Told;
  /** False when nothing but the clock moved. */
  readonly isNews: boolean;
}

/** The message that brings a reader who was told `told` (null: nothing) up to `now`. */
export function toLiveChange(told: Told | null, now: Judgement, ref: PodRef | null): NextChange {
  const detail = ref === null ? null : (findPod(now, ref) ?? 'gone');
  const podJson = detail === null ? null : toPodJson(detail);
  const isPodNews = podJson !== (told?.podJson ?? null);
  const isFindingsNews = told?.judgement.findings.json !== now.findings.json;
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
    told?.judgement.node.json !== now.node.json ||
    pods.upserted.length + pods.removed.length > 0;
  return { change, told: { judgement: now, podJson }, isNews };
}

function toPodJson(detail: PodDetail | 'gone'): string {
  return detail === 'gone' ? 'gone' : detailJson(detail);
}

function allPods(now: Judgement): LiveChange['pods'] {
  return { complete: true, upserted: [...now.rows.values()].map((row) => row.value), removed: [] };
}

function changedPods(before: Judgement, now: Judgement): LiveChange['pods'] {
  const upserted: PodRow[] = [];
  const removed: string[] = [];
  for (const [key, row] of now.rows) if (before.rows.get(key) !== row) upserted.push(row.value);
  for (const [key, row] of before.rows) if (!now.rows.has(key)) removed.push(podKey(row.value));
  return { complete: false, upserted, removed };
}
