import type { Evidence } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import type { PodDetail, PodRow, Verdict } from '../contract/pod.ts';

/**
 * Texts by which two judgements are compared. Left out is what moves with every look though nothing happened: when a
 * source was read, figures of the node, and our own cost. Accepted: evidence that differs in nothing but its time is shown with the older
 * one until something else changes; a new attempt changes the verdict's count too.
 */
type Untimed = Omit<Evidence, 'at'>;

function untimed(evidence: readonly Evidence[]): readonly Untimed[] {
  return evidence.map(({ source, where, text, mark }) => ({ source, where, text, mark }));
}

function untimedVerdict(verdict: Verdict): unknown {
  return { ...verdict, evidence: untimed(verdict.evidence) };
}

export function rowFingerprint(row: PodRow): string {
  return JSON.stringify({ ...row, verdict: untimedVerdict(row.verdict) });
}

export function detailFingerprint(detail: PodDetail): string {
  const stages = detail.stages.map((cell) => ({ ...cell, evidence: untimed(cell.evidence) }));
  const history = detail.history === undefined ? null : { ...detail.history, lastSeenAt: null };
  const verdict = untimedVerdict(detail.verdict);
  return JSON.stringify({ ...detail, asOf: null, verdict, stages, history });
}

export function findingsFingerprint(findings: readonly Finding[]): string {
  return JSON.stringify(findings.map((one) => ({ ...one, evidence: untimed(one.evidence) })));
}

export function nodeFingerprint(node: NodeStatus): string {
  const health = { ...node.runtime.health, lastAnswerAt: null, callsInFlight: null };
  const runtime = { ...node.runtime, health };
  return JSON.stringify({ ...node, asOf: null, cost: null, strip: null, runtime });
}
