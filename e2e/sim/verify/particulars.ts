import { ALL_CALLS } from '../../../server/call-journal.ts';
import type { PodDetail } from '../../../server/contract/pod.ts';
import type { PullProgress } from '../../../server/contract/pull-progress.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { words } from './expectations.ts';
import type { Watched } from './watched.ts';

/** What a row's note asks for beyond the verdict; each entry a problem, or null. */
export async function particulars(
  watched: Watched,
  detail: PodDetail,
): Promise<readonly (string | null)[]> {
  const { scenario, notes } = watched.expectation;
  return [
    ...(notes.includes('node finding') ? await nodeFinding(watched) : []),
    SPECIAL[scenario]?.(detail) ?? null,
    scenario === 'pull-hung' ? await callInFlight(watched) : null,
  ];
}

/** The hung pull stands first in the journal, with somebody who witnesses it. */
async function callInFlight({ runtime, signal }: Watched): Promise<string | null> {
  const { calls } = await runtime.calls(ALL_CALLS, { signal });
  const [first] = calls;
  const words = `${first?.call} ${first?.outcome} ${first?.pod?.split('-')[0]}`;
  if (words !== 'PullImage in-flight trainer') return `the first call is ${words}`;
  return first?.witnesses.length === 0 ? 'nobody witnesses the call' : null;
}

/** The finding names every pod it hits, and the pods that run are not drawn into it. */
async function nodeFinding(watched: Watched): Promise<readonly (string | null)[]> {
  const { runtime, expectation, signal } = watched;
  const plans = SCENARIOS.find((one) => one.name === expectation.scenario)?.pods ?? [];
  const { findings } = await runtime.findings({ signal });
  const finding = findings.find((one) => one.cause === expectation.cause);
  if (finding === undefined) return ['no node finding'];
  const { pods } = await runtime.pods({ signal });
  const names = new Set(finding.pods.map((pod) => pod.name));
  return plans.map((plan) => {
    const row = pods.find((pod) => pod.name === plan.name);
    if (row === undefined) return `${plan.name} is not seen`;
    // The pods that were there first run on.
    if (plan.ageMs > 3_600_000) {
      const isReady = words(row.verdict) === 'ready run ok -';
      return isReady && !names.has(plan.name) ? null : `${plan.name} runs and is told otherwise`;
    }
    return names.has(plan.name) ? null : `the finding lacks ${plan.name}`;
  });
}

type Check = (detail: PodDetail) => string | null;

function pullOf(detail: PodDetail): PullProgress | undefined {
  return detail.stages.find((cell) => cell.stage === 'pull')?.progress;
}

/** Where the runtime tells the bytes of pulls (containerd), they must read so. */
function ifSeen(check: (progress: PullProgress) => string | null): Check {
  return (detail) => {
    const progress = pullOf(detail);
    if (progress === undefined) return 'no progress is told';
    return progress.phase === 'unseen' ? null : check(progress);
  };
}

const initBlocksApp: Check = (detail) => {
  const app = detail.containers.find((one) => one.name === 'app');
  if (detail.verdict.container === 'app') return 'the app is blamed';
  return app?.state === 'not-reached' ? null : `the app is ${app?.state}, not not-reached`;
};

const SPECIAL: Readonly<Record<string, Check>> = {
  crash: (detail) =>
    evidenceText(detail).includes('DB_HOST not set') ? null : 'no log line in the evidence',
  'pull-behind-hung': (detail) => {
    const { message, summary } = detail.verdict;
    const told = [message, summary, detail.sentence, evidenceText(detail)].join(' ');
    if (!told.includes('ml/trainer:2.6')) return 'the pull in front is not named';
    const before = pullOf(detail)?.queuedBehind?.image;
    return before?.includes('ml/trainer:2.6') ? null : `queued behind ${before}`;
  },
  'pull-slow': ifSeen(({ phase, bytesPerSecond, secondsLeft, totalBytes, layers }) => {
    const isTold = bytesPerSecond !== null && secondsLeft !== null && totalBytes !== null;
    if (phase !== 'downloading' || !isTold) return `pull is ${phase}, without rate or total`;
    return layers.length === 5 ? null : `${layers.length} layers`;
  }),
  'pull-hung': ifSeen(({ stalledSince, layers }) => {
    const here = layers.filter((layer) => layer.state === 'done').length;
    return stalledSince !== null && here === 2
      ? null
      : `${here} layers here, stalled ${stalledSince}`;
  }),
  'pull-unpacking': ifSeen(({ phase, stalledSince }) =>
    phase === 'unpacking' && stalledSince === null ? null : `${phase}, stalled ${stalledSince}`,
  ),
  'init-fails': initBlocksApp,
  'init-hangs': initBlocksApp,
  'init-sidecar': (detail) => {
    const type = detail.containers.find((one) => one.name === 'mesh')?.type;
    return type === 'sidecar' ? null : `mesh is ${type}`;
  },
  'sandbox-replaced': (detail) => {
    const attempts = detail.sandboxes.map((one) => `${one.attempt}:${one.state}`).sort();
    return attempts.join() === '0:not-ready,1:ready' ? null : `sandboxes ${attempts.join()}`;
  },
  'bad-manifest': (detail) =>
    detail.kind === 'manifest' && detail.uid === null ? null : `kind ${detail.kind}`,
};

function evidenceText(detail: PodDetail): string {
  return detail.verdict.evidence.map((one) => one.text).join('\n');
}
