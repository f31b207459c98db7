import type { Evidence } from '../../server/contract/evidence.ts';
import type { FindingList } from '../../server/contract/finding.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { Fault, Proof } from './faults/fault.ts';
import type { Dashboard } from './lab-dashboard.ts';
import type { LabPod } from './lab-pod.ts';
import { waitUntil } from './wait-until.ts';

/** A pull counts as stalled after 60 s without a byte, and unpacking must be seen for longer than that. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 500;
const FINDING_TIMEOUT_MS = 10_000;

export interface LookOptions {
  readonly dashboard: Dashboard;
  readonly signal: AbortSignal;
}

/** What the pod's page lacks of the fault's proof and of what else it must tell; null once nothing is lacking. */
export async function proofProblem(
  fault: Fault,
  pod: LabPod,
  { dashboard, signal }: LookOptions,
): Promise<string | null> {
  const path = `/api/v1/pods/${pod.namespace}/${pod.name}?uid=${pod.uid}`;
  let first: PodDetail | null = null;
  let problem: string | null = null;
  await waitUntil('the proof', { signal, timeoutMs: TIMEOUT_MS, everyMs: POLL_MS }, async () => {
    const detail = await dashboard.get<PodDetail>(path);
    problem =
      fault.proof.map((proof) => lacking(proof, detail)).find((words) => words !== null) ??
      fault.also?.(detail, first) ??
      null;
    first ??= detail;
    return problem === null;
  }).catch(() => signal.throwIfAborted());
  return problem;
}

function lacking({ source, says }: Proof, { verdict }: PodDetail): string | null {
  const own = verdict.evidence.filter((item) => item.source === source);
  const isThere = own.some((item) => {
    const words = decidingWords(item);
    return typeof says === 'string' ? words.includes(says) : says.test(words);
  });
  if (isThere) return null;
  const heard = own.map(decidingWords).join(' · ').slice(-200);
  return `no ${source} line says ${says} (but: ${heard || 'nothing'})`;
}

/** The marked part where there is one. Quotes are escaped once or twice in log lines: that decides nothing. */
function decidingWords({ text, mark }: Evidence): string {
  const part = mark === null ? text : text.slice(mark[0], mark[1]);
  return part.replaceAll('\\', '');
}

/** After the fault was mended: null when the pod is gone from the node, else what is left. */
export async function leftOver(
  pod: LabPod,
  { dashboard, signal }: LookOptions,
): Promise<string | null> {
  const path = `/api/v1/pods?q=${pod.name}`;
  let left = '';
  const isGone = await waitUntil('the pod is gone', { signal, timeoutMs: TIMEOUT_MS }, async () => {
    const { pods } = await dashboard.get<{ pods: readonly PodDetail[] }>(path);
    left = pods.map(({ verdict }) => verdict.summary).join();
    return pods.length === 0;
  }).catch(() => signal.throwIfAborted());
  return isGone === true ? null : `the pod did not go when mended: ${left}`;
}

/** Findings are told anew with each judgement: the one that is wanted may come a moment after the verdict. */
export async function findingProblem(
  cause: string | null,
  pod: LabPod,
  { dashboard, signal }: LookOptions,
): Promise<string | null> {
  let problem: string | null = null;
  const options = { signal, everyMs: POLL_MS, timeoutMs: FINDING_TIMEOUT_MS };
  await waitUntil('the node finding', options, async () => {
    const { findings } = await dashboard.get<FindingList>(apiPaths.findings());
    const finding = findings.find((entry) => entry.cause === cause);
    const isHit = finding?.pods.some((entry) => entry.uid === pod.uid) === true;
    problem = finding === undefined ? 'no node finding' : 'the finding lacks the pod';
    if (isHit) problem = null;
    return isHit;
  }).catch(() => signal.throwIfAborted());
  return problem;
}
