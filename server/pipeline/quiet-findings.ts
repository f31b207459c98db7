import type { Finding } from '../contract/finding.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { Cause } from './cause.ts';
import { NODE_CAUSES } from './causes/node-causes.ts';
import { CONDITION_CAUSES } from './causes/table-status-causes.ts';
import { uniqueEvidence } from './evidence.ts';
import type { JudgedPod } from './judged-pod.ts';
import { iso } from './time.ts';

/** 5: one line of proof from each of a few pods convinces. */
const MAX_EVIDENCE = 5;

/** Trouble in the node's files that hits no pod yet. */
export function fileFindings(snapshot: NodeSnapshot): readonly Finding[] {
  return NODE_CAUSES.flatMap((cause) => {
    const outcome = cause.match(snapshot);
    if (outcome.result !== 'matched') return [];
    return {
      id: cause.id,
      cause: cause.id,
      severity: outcome.severity,
      title: `${cause.title} (${outcome.detail})`,
      effect: cause.effect,
      pods: [],
      since: iso(outcome.sinceMs),
      evidence: [...outcome.evidence],
      nextChecks: [...cause.nextChecks],
    };
  });
}

function conditionFinding(cause: Cause, pods: readonly JudgedPod[], nowMs: number): Finding[] {
  const told = pods.flatMap((pod) => {
    // A pod that stopped has this as its verdict, or stands still for another reason.
    if (pod.view.stop !== null) return [];
    const outcome = cause.match(pod.view, nowMs);
    return outcome.result === 'matched' ? [{ pod, outcome }] : [];
  });
  const [first] = told;
  if (first === undefined) return [];
  const { namespace, name } = first.pod.detail;
  const who = told.length === 1 ? `${namespace}/${name}` : `${told.length} pods`;
  return [
    {
      id: cause.id,
      cause: cause.id,
      // The pods run: it must not speak louder than one that does not.
      severity: 'info',
      title: `${cause.title} (${who})`,
      effect: cause.impact,
      pods: told.map(({ pod }) => ({
        namespace: pod.detail.namespace,
        name: pod.detail.name,
        uid: pod.detail.uid,
      })),
      since: first.outcome.evidence[0]?.at ?? null,
      evidence: uniqueEvidence(told.flatMap(({ outcome }) => outcome.evidence)).slice(
        0,
        MAX_EVIDENCE,
      ),
      nextChecks: [...cause.nextChecks(first.pod.view)],
    },
  ];
}

/** What kubelet says of pods that run: nothing stopped them, and yet they are not as they should be. */
export function conditionFindings(pods: readonly JudgedPod[], nowMs: number): readonly Finding[] {
  return CONDITION_CAUSES.flatMap((cause) => conditionFinding(cause, pods, nowMs));
}
