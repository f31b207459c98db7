import type { PodDetail } from '../contract/pod.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { assemblePods } from './assemble-pods.ts';
import { callsInFlight } from './calls-in-flight.ts';
import type { Diagnosis } from './diagnosis.ts';
import { findStop } from './find-stop.ts';
import { findingsOf } from './findings.ts';
import type { JudgedPod } from './judged-pod.ts';
import { judgedAtMs } from './node-facts.ts';
import { toPodDetail } from './pod-detail.ts';
import { podStages } from './pod-stages.ts';
import type { PodView, StoppedPodView } from './pod-view.ts';
import { isoOrEpoch } from './time.ts';
import { toldByWhom } from './told-by.ts';
import { findCause, verdictOf } from './verdict.ts';

function stoppedView(view: PodView, nowMs: number): StoppedPodView {
  const results = podStages(view, nowMs);
  const stop = findStop(view, results);
  return { ...view, results, stop, textClues: stop?.clues ?? [] };
}

function withFindings(
  pods: readonly JudgedPod[],
  findings: Diagnosis['findings'],
): readonly PodDetail[] {
  const idsByPod = new Map<string, string[]>();
  for (const finding of findings) {
    for (const pod of finding.pods) {
      const key = `${pod.namespace}/${pod.name}/${pod.uid ?? ''}`;
      const ids = idsByPod.get(key);
      if (ids === undefined) idsByPod.set(key, [finding.id]);
      else ids.push(finding.id);
    }
  }
  return pods.map(({ detail }) => {
    const ids = idsByPod.get(`${detail.namespace}/${detail.name}/${detail.uid ?? ''}`);
    return ids === undefined ? detail : { ...detail, findings: ids };
  });
}

/**
 * Where each pod of the node stopped and why, and what concerns the node as a whole. Pure and total: the same snapshot
 * and time give the same answer, and no content of a snapshot makes it throw.
 */
export function diagnose(snapshot: NodeSnapshot, nowMs: number): Diagnosis {
  const atMs = judgedAtMs(snapshot, nowMs);
  const isStale = snapshot.health.state === 'hung' || snapshot.health.state === 'down';
  const asOf = isoOrEpoch(
    snapshot.containers.available ? snapshot.containers.asOfMs : snapshot.takenAtMs,
  );
  const views = assemblePods(snapshot, atMs).map((view) => stoppedView(view, atMs));
  const pods = views.map((view): JudgedPod => {
    const found = findCause(view, atMs);
    const verdict = verdictOf(view, found);
    return {
      view,
      found,
      detail: toPodDetail({ view, verdict, found }, { nowMs: atMs, asOf, isStale }),
    };
  });
  const findings = findingsOf(snapshot, pods, nowMs);
  return toldByWhom(snapshot, {
    pods: withFindings(pods, findings),
    findings,
    callsInFlight: callsInFlight(snapshot, views, atMs),
  });
}
