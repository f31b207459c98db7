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
import { PodMemo, type Remembered } from './pod-memo.ts';
import { podStages } from './pod-stages.ts';
import type { PodView, StoppedPodView } from './pod-view.ts';
import { isoOrEpoch } from './time.ts';
import { toldByWhom } from './told-by.ts';
import { findCause, verdictOf } from './verdict.ts';

/** What is made of a pod's view; the view itself is made anew each time. */
type Verdicts = Pick<StoppedPodView, 'results' | 'stop' | 'textClues'> & Omit<JudgedPod, 'view'>;

/** Remembers what was judged of pods, for who judges again and again. */
export type DiagnosisMemo = PodMemo<Verdicts>;

export function createDiagnosisMemo(): DiagnosisMemo {
  return new PodMemo();
}

interface Moment {
  readonly nowMs: number;
  readonly asOf: string;
  readonly isStale: boolean;
}

function judgePod(view: PodView, moment: Moment): Verdicts {
  const results = podStages(view, moment.nowMs);
  const stop = findStop(view, results);
  const stopped = { ...view, results, stop, textClues: stop?.clues ?? [] };
  const found = findCause(stopped, moment.nowMs);
  const verdict = verdictOf(stopped, found);
  const detail = toPodDetail({ view: stopped, verdict, found }, moment);
  return { results, stop, textClues: stopped.textClues, found, detail };
}

/** A pod is calm while nothing stops it: it runs, or has run to its end, and is not on its way down. */
function remember(verdicts: Verdicts): Remembered<Verdicts> {
  return { value: verdicts, isCalm: verdicts.stop === null };
}

/** The same verdicts as of another look. */
function asOfNow({ detail, ...rest }: Verdicts, { asOf, isStale }: Moment): Verdicts {
  if (detail.asOf === asOf && detail.stale === isStale) return { detail, ...rest };
  return { ...rest, detail: { ...detail, asOf, stale: isStale } };
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
 * and time give the same answer, and no content of a snapshot makes it throw. With a `memo` a pod of which nothing changed is
 * not judged again: what time alone changes shows up to FRESH_MS later.
 */
export function diagnose(
  snapshot: NodeSnapshot,
  nowMs: number,
  memo: DiagnosisMemo = createDiagnosisMemo(),
): Diagnosis {
  const atMs = judgedAtMs(snapshot, nowMs);
  const isStale = snapshot.health.state === 'hung' || snapshot.health.state === 'down';
  const asOf = isoOrEpoch(
    snapshot.containers.available ? snapshot.containers.asOfMs : snapshot.takenAtMs,
  );
  const moment = { nowMs: atMs, asOf, isStale };
  const assembled = assemblePods(snapshot, atMs);
  const round = memo.begin(assembled[0]?.node ?? null, atMs);
  const pods = assembled.map((view): JudgedPod => {
    const verdicts = round.judge(view, (noted) => remember(judgePod(noted, moment)));
    const { found, detail, ...stopped } = asOfNow(verdicts, moment);
    return { view: { ...view, ...stopped }, found, detail };
  });
  round.end();
  const views = pods.map(({ view }) => view);
  const findings = findingsOf(snapshot, pods, nowMs);
  return toldByWhom(snapshot, {
    pods: withFindings(pods, findings),
    findings,
    callsInFlight: callsInFlight(snapshot, views, atMs),
  });
}
