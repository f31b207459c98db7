import type { FindingList } from '../../server/contract/finding.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { Fault } from './faults/fault.ts';
import type { Dashboard } from './lab-dashboard.ts';
import { type LabPod, makePod } from './lab-pod.ts';
import type { MiniKubelet } from './mini-kubelet.ts';
import { runPod } from './pods.ts';
import { findingProblem, leftOver, proofProblem } from './proof-problem.ts';
import { type Scenario, verdictWords } from './scenario-table.ts';
import type { Lab } from './start-lab.ts';
import { waitUntil } from './wait-until.ts';

/** A pull without progress counts as stuck after 60 s; the rest shows in seconds. */
const VERDICT_TIMEOUT_MS = 120_000;
/** Without kubelet the right verdict may never come: then the last one counts. */
const BLIND_TIMEOUT_MS = 10_000;
const POLL_MS = 250;
/** 8 equal answers, two seconds: a verdict that was only passed through does not count. */
const STREAK = 8;

export interface VerifyRow {
  readonly version: string;
  readonly scenario: string;
  readonly expected: string;
  readonly found: string;
  /** The first evidence, shortened, and how many there are. */
  readonly evidence: string;
  /** What the product says with kubelet's log but not its API, as on most nodes; null: not looked at. */
  readonly withLog: string | null;
  /** What it says with neither. */
  readonly withoutKubelet: string | null;
  readonly isOk: boolean;
  /** Why not, in a few words. */
  readonly problem: string | null;
}

/** A node that is up, and dashboards on it that may know more or less of kubelet. */
export interface WatchedNode {
  readonly lab: Lab;
  readonly kubelet: MiniKubelet;
  readonly withKubelet: Dashboard;
  readonly withLog: Dashboard;
  readonly withoutKubelet: Dashboard;
  readonly signal: AbortSignal;
}

export interface Case extends WatchedNode {
  readonly version: string;
  readonly scenario: Scenario;
  readonly fault: Fault;
}

/** Makes one fault and compares what the dashboards say with the table; never rejects but for the signal. */
export async function judgeFault(given: Case): Promise<VerifyRow> {
  const { scenario, signal } = given;
  const base = { version: given.version, scenario: scenario.id, expected: verdictWords(scenario) };
  try {
    const { pod } = await given.fault.apply(given);
    const judged =
      scenario.outcome === null ? await judgeRuntime(given, pod) : await judgePod(given, pod);
    const problem = judged.problems.join(', ') || null;
    const { found, evidence, withLog, withoutKubelet } = judged;
    return { ...base, found, evidence, withLog, withoutKubelet, isOk: problem === null, problem };
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    return { ...base, ...UNSEEN, isOk: false, problem };
  }
}

const UNSEEN = { found: '-', evidence: '-', withLog: null, withoutKubelet: null };

interface Judged {
  readonly found: string;
  readonly evidence: string;
  readonly withLog: string | null;
  readonly withoutKubelet: string | null;
  readonly problems: readonly string[];
}

async function judgePod(given: Case, pod: LabPod): Promise<Judged> {
  const { scenario, signal } = given;
  const expected = verdictWords(scenario);
  const look = { dashboard: given.withKubelet, signal };
  const seen = await watchVerdict(given.withKubelet, pod, {
    signal,
    timeoutMs: VERDICT_TIMEOUT_MS,
    isWanted: (words) => words === expected,
  });
  const evidence = seen?.verdict.evidence ?? [];
  const found = seen === null ? 'no such pod' : verdictWords(seen.verdict);
  const problems = [
    found === expected ? null : `another verdict${await sourceWords(given.withKubelet)}`,
    evidence.length > 0 || scenario.state === 'ok' ? null : 'no evidence',
    scenario.notes.includes('node finding')
      ? await findingProblem(scenario.cause, pod, look)
      : null,
    await proofProblem(given.fault, pod, look),
  ].filter((problem) => problem !== null);
  // kubelet does not ask for a sandbox on such a node; somebody else must, or there is nothing to see.
  const target = scenario.id === 'cni-config-missing' ? await runByHand(given) : pod;
  const [withLog, withoutKubelet] = await Promise.all([
    lesserVerdict(given, given.withLog, pod),
    lesserVerdict(given, given.withoutKubelet, target),
  ]);
  if (given.fault.mend !== undefined) {
    await given.fault.mend(given);
    const left = await leftOver(pod, look);
    if (left !== null) problems.push(left);
  }
  return { found, evidence: evidenceWords(evidence), withLog, withoutKubelet, problems };
}

interface WatchOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  isWanted(words: string): boolean;
}

/** Resolves with the pod once the wanted verdict stood for a while, else with the last one seen. */
async function watchVerdict(
  dashboard: Dashboard,
  pod: LabPod,
  options: WatchOptions,
): Promise<PodDetail | null> {
  const path = `${apiPaths.pod(pod.namespace, pod.name)}?uid=${pod.uid}`;
  let last: PodDetail | null = null;
  let streak = 0;
  await waitUntil('a steady verdict', { ...options, everyMs: POLL_MS }, async () => {
    last = await dashboard.get<PodDetail>(path).catch(() => null);
    const isRight = last !== null && options.isWanted(verdictWords(last.verdict));
    streak = isRight ? streak + 1 : 0;
    return streak >= STREAK;
  }).catch(() => options.signal.throwIfAborted());
  return last;
}

/** Less is known: the pod should be told rightly, or not at all. */
async function lesserVerdict(given: Case, dashboard: Dashboard, pod: LabPod): Promise<string> {
  const { scenario, signal } = given;
  const seen = await watchVerdict(dashboard, pod, {
    signal,
    timeoutMs: BLIND_TIMEOUT_MS,
    isWanted: (words) => words === verdictWords(scenario),
  });
  return seen === null ? 'not seen' : verdictWords(seen.verdict);
}

async function runByHand(given: Case): Promise<LabPod> {
  const pod = makePod('by-hand');
  await runPod(given.lab, pod, { signal: given.signal });
  return pod;
}

/** The runtime itself is at fault: a node finding, its health, and pods marked stale. */
async function judgeRuntime(given: Case, pod: LabPod): Promise<Judged> {
  const { scenario, withKubelet, signal } = given;
  const state = scenario.id === 'runtime-hung' ? 'hung' : 'down';
  const path = apiPaths.pod(pod.namespace, pod.name);
  let judged: Judged = { ...UNSEEN, problems: ['not seen'] };
  const options = { signal, everyMs: POLL_MS, timeoutMs: VERDICT_TIMEOUT_MS };
  await waitUntil(`the runtime is ${state}`, options, async () => {
    const node = await withKubelet.get<NodeStatus>(apiPaths.node());
    const { findings } = await withKubelet.get<FindingList>(apiPaths.findings());
    const detail = await withKubelet.get<PodDetail>(path);
    const finding = findings.find((entry) => entry.cause === scenario.cause);
    const { health } = node.runtime;
    const problems = [
      finding === undefined ? `no finding ${scenario.cause}` : null,
      health.state === state ? null : `health is ${health.state}`,
      state === 'hung' && health.hangingCall === null ? 'the hanging call is not named' : null,
      detail.stale ? null : 'the pod is not marked stale',
    ].filter((entry) => entry !== null);
    const found = `- - - ${finding?.cause ?? '-'}`;
    judged = { ...UNSEEN, found, evidence: `health: "${health.message ?? '-'}"`, problems };
    return problems.length === 0;
  }).catch(() => signal.throwIfAborted());
  return judged;
}

/** What the dashboard could not read, so that a failed row tells why. */
async function sourceWords(dashboard: Dashboard): Promise<string> {
  const { sources } = await dashboard.get<NodeStatus>(apiPaths.node());
  const bad = sources.filter((source) => source.status !== 'ok');
  return bad.map((source) => `, ${source.name} ${source.status}: ${source.reason}`).join('');
}

function evidenceWords(evidence: PodDetail['verdict']['evidence']): string {
  const [first] = evidence;
  if (first === undefined) return '-';
  const text = first.text.replace(/\s+/g, ' ').slice(0, 90);
  return `${evidence.length}: ${first.source} "${text}"`;
}
