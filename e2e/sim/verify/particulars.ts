import type { PodDetail } from '../../../server/contract/pod.ts';
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
  ];
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
    return told.includes('ml/trainer:2.6') ? null : 'the pull in front is not named';
  },
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
