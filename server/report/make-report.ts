import type { CallRow } from '../contract/call.ts';
import type { Finding } from '../contract/finding.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import type { PodDetail, PodRow } from '../contract/pod.ts';
import type { Report } from '../contract/report.ts';
import { Redactor } from './redact.ts';
import { nodeLines, podLines } from './report-lines.ts';

/** Calls in a report: what led to a verdict is among the newest. */
const MAX_CALLS = 50;
/** Rows in a report about the node; its findings name the others. */
const MAX_STUCK = 100;

export interface ReportFacts {
  readonly madeAtMs: number;
  readonly node: NodeStatus;
  readonly pod: PodDetail | null;
  /** All of the node. */
  readonly rows: readonly PodRow[];
  /** All of the node. */
  readonly findings: readonly Finding[];
  /** Of the pod, or of the node where there is none; newest first. */
  readonly calls: readonly CallRow[];
}

/** Labels are free text of a pod's owner; the kubelet's own stay. */
function withoutForeignLabels(pod: PodDetail, redactor: Redactor): PodDetail {
  const labels = Object.entries(pod.labels).map(([name, value]): [string, string] => {
    const kept = redactor.text(`${name}=${value}`);
    return [name, kept.slice(name.length + 1)];
  });
  return { ...pod, labels: Object.fromEntries(labels) };
}

function needsPerson({ verdict }: PodRow): boolean {
  return (
    verdict.outcome === 'stuck' || (verdict.outcome === 'terminating' && verdict.state === 'failed')
  );
}

function toldCalls(facts: ReportFacts): readonly CallRow[] {
  if (facts.pod !== null) return facts.calls.slice(0, MAX_CALLS);
  return facts.calls
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'in-flight')
    .slice(0, MAX_CALLS);
}

/** Evidence to hand on, without secrets, and with a list of what was withheld. Pure. */
export function makeReport(facts: ReportFacts): Report {
  const redactor = new Redactor();
  const madeAt = new Date(facts.madeAtMs).toISOString();
  const pod = facts.pod === null ? null : redactor.value(withoutForeignLabels(facts.pod, redactor));
  const node = redactor.value(facts.node);
  const stuck =
    pod === null ? redactor.value(facts.rows.filter(needsPerson).slice(0, MAX_STUCK)) : [];
  const mine =
    pod === null ? facts.findings : facts.findings.filter(({ id }) => pod.findings.includes(id));
  const findings = redactor.value([...mine]);
  const calls = redactor.value([...toldCalls(facts)]);
  return {
    madeAt,
    lines: pod === null ? nodeLines(node, findings, madeAt) : podLines(pod, node, findings, madeAt),
    node,
    pod,
    stuck,
    findings,
    calls,
    withheld: [...redactor.withheld()],
  };
}
