import type { Evidence } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { NodeChange } from '../contract/node-change.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { Cause } from './cause.ts';
import { culpritChecks } from './culprits.ts';
import { uniqueEvidence } from './evidence.ts';
import type { NodeNames } from './fixes/fill-places.ts';
import { fixLadder } from './fixes/fix-ladder.ts';
import type { JudgedPod } from './judged-pod.ts';
import { changesBefore, nodeChanges } from './node-changes.ts';
import { nodeFindings } from './node-findings.ts';
import { conditionFindings, fileFindings } from './quiet-findings.ts';

/** 5: one line of proof from each of a few pods convinces; the pods keep the rest. */
const MAX_EVIDENCE = 5;
const SEVERITY_RANK: Readonly<Record<Finding['severity'], number>> = {
  critical: 0,
  warning: 1,
  info: 2,
};
/** Causes that lie in the pod's own program: shared by chance, so told softly. */
const OWN_CAUSES = new Set([
  'app-exit-nonzero',
  'init-container-running',
  'init-container-failed',
  'exit-zero-loop',
]);

function severityOf(cause: Cause): Finding['severity'] {
  if (cause.isNodeWide) return 'critical';
  return OWN_CAUSES.has(cause.id) ? 'info' : 'warning';
}

function earliest(pods: readonly JudgedPod[]): string | null {
  const since = pods.map(({ detail }) => detail.verdict.since).filter((item) => item !== null);
  return since.sort()[0] ?? null;
}

function sameDetail(pods: readonly JudgedPod[]): string | null {
  const details = new Set(pods.map(({ found }) => found?.outcome.detail ?? ''));
  const [only] = details;
  return details.size === 1 && only !== undefined && only !== '' ? only : null;
}

function evidenceOf(pods: readonly JudgedPod[]): Evidence[] {
  const first = pods.flatMap(({ detail }) => detail.verdict.evidence.slice(0, 1));
  return uniqueEvidence(first).slice(0, MAX_EVIDENCE);
}

function toFinding(cause: Cause, pods: readonly JudgedPod[]): Finding {
  const [first] = pods;
  const detail = sameDetail(pods);
  return {
    id: cause.id,
    cause: cause.id,
    severity: severityOf(cause),
    title: detail === null ? cause.title : `${cause.title} (${detail})`,
    effect: cause.isNodeWide
      ? 'Every pod of this node that needs the same step fails in the same way.'
      : `${pods.length} pods of this node fail for the same reason.`,
    pods: pods.map(({ detail: pod }) => ({
      namespace: pod.namespace,
      name: pod.name,
      uid: pod.uid,
    })),
    since: earliest(pods),
    evidence: evidenceOf(pods),
    nextChecks: first === undefined ? [] : [...cause.nextChecks(first.view)],
    fix: [...fixLadder(cause.id, first?.view ?? null)],
  };
}

function byCause(pods: readonly JudgedPod[]): Map<string, JudgedPod[]> {
  const groups = new Map<string, JudgedPod[]>();
  for (const pod of pods) {
    const id = pod.detail.verdict.cause;
    if (id === null) continue;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [pod]);
    else group.push(pod);
  }
  return groups;
}

function merged(node: Finding, pods: Finding): Finding {
  return {
    ...node,
    severity:
      SEVERITY_RANK[pods.severity] < SEVERITY_RANK[node.severity] ? pods.severity : node.severity,
    pods: node.pods.length > 0 ? node.pods : pods.pods,
    since: node.since ?? pods.since,
    evidence: uniqueEvidence([...node.evidence, ...pods.evidence]).slice(0, MAX_EVIDENCE),
    nextChecks: node.nextChecks.length > 0 ? node.nextChecks : pods.nextChecks,
  };
}

/** Culprits before victims: the runtime, then the node's own causes, then what pods merely share. */
function inOrder(a: Finding, b: Finding): number {
  return (
    SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] ||
    b.pods.length - a.pods.length ||
    (a.since ?? '9').localeCompare(b.since ?? '9')
  );
}

function withCulprit(finding: Finding, pods: readonly PodDetail[]): Finding {
  const first = culpritChecks(finding.cause, pods);
  return first.length === 0
    ? finding
    : { ...finding, nextChecks: [...first, ...finding.nextChecks] };
}

function namesOf({ nodeName, version }: NodeSnapshot): NodeNames {
  return { nodeName, runtimeName: version.available ? version.value.runtimeName : null };
}

/** What the node's own state tells has no pod whose names could stand in the commands. */
function withFix(finding: Finding, names: NodeNames): Finding {
  return finding.fix === undefined
    ? { ...finding, fix: [...fixLadder(finding.cause, names)] }
    : finding;
}

/** What changed on the node shortly before; the program of a pod needs no change of the node to fail. */
function withChanges(
  finding: Finding,
  snapshot: NodeSnapshot,
  pods: readonly PodDetail[],
): Finding {
  if (finding.since === null || OWN_CAUSES.has(finding.cause)) return finding;
  const changes = changesBefore(nodeChanges(snapshot), finding.since);
  if (changes.length === 0) return finding;
  const first = firstFailure(finding, pods);
  return { ...finding, changes: first === null ? [...changes] : [first, ...changes] };
}

/** The first pod that failed, as the end of the list of changes. */
function firstFailure(
  { pods: hit, since }: Finding,
  pods: readonly PodDetail[],
): NodeChange | null {
  const names = new Set(hit.map((pod) => `${pod.namespace}/${pod.name}`));
  const first = pods.find(
    (pod) => pod.verdict.since === since && names.has(`${pod.namespace}/${pod.name}`),
  );
  const evidence = first?.verdict.evidence[0];
  if (first === undefined || evidence === undefined || since === null) return null;
  return {
    at: since,
    kind: 'first-failure',
    text: `first: ${first.namespace}/${first.name}`,
    evidence,
  };
}

/** What nobody stopped for yet beside what pods share; the same cause is told once. */
function withQuiet(shared: readonly Finding[], quiet: readonly Finding[]): Finding[] {
  const same = (item: Finding): Finding | undefined =>
    quiet.find(({ cause }) => cause === item.cause);
  const found = shared.map((item) => {
    const other = same(item);
    return other === undefined ? item : merged(other, item);
  });
  return [...found, ...quiet.filter((item) => !shared.some(({ cause }) => cause === item.cause))];
}

/** What concerns the node, each cause once with the pods it hits. */
export function findingsOf(
  snapshot: NodeSnapshot,
  pods: readonly JudgedPod[],
  nowMs: number,
): readonly Finding[] {
  const shared: Finding[] = [];
  for (const group of byCause(pods).values()) {
    const cause = group[0]?.found?.cause;
    if (cause !== undefined && (cause.isNodeWide || group.length > 1))
      shared.push(toFinding(cause, group));
  }
  const details = pods.map((pod) => pod.detail);
  const ofNode = nodeFindings(snapshot, details, nowMs);
  const leading = ofNode.map((finding) => {
    const same = shared.find((item) => item.cause === finding.cause);
    return same === undefined ? finding : merged(finding, same);
  });
  const quiet = [...fileFindings(snapshot), ...conditionFindings(pods, snapshot.takenAtMs)];
  const others = withQuiet(
    shared.filter((item) => !leading.some(({ cause }) => cause === item.cause)),
    quiet,
  ).sort(inOrder);
  const names = namesOf(snapshot);
  const all = [...leading, ...others].sort(
    (a, b) => SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity],
  );
  return all.map((finding) =>
    withChanges(withFix(withCulprit(finding, details), names), snapshot, details),
  );
}
