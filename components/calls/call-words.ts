import type { CallRow } from '../../server/contract/call.ts';
import type { Finding } from '../../server/contract/finding.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { STAGE_LABEL, STAGES, type Stage } from '../../server/contract/stage.ts';
import type { StepState } from '../ui/state-icon.tsx';

export const OUTCOME_STATE: Readonly<Record<CallRow['outcome'], StepState>> = {
  ok: 'ok',
  failed: 'failed',
  'in-flight': 'running',
  unknown: 'unknown',
};

export const OUTCOME_WORD: Readonly<Record<CallRow['outcome'], string>> = {
  ok: 'ok',
  failed: 'failed',
  'in-flight': 'in flight',
  unknown: 'unknown',
};

/** Longer texts would not fit into an address; the innermost message comes first anyway. */
const MAX_ASKED_CHARS = 1_500;

/** The stage that a call stands for; null for calls that only look. */
function stageOf(call: string): Stage | null {
  const stage = STAGES.find((name) => STAGE_LABEL[name] === call);
  if (stage !== undefined) return stage;
  return /^(Stop|Remove)(Container|PodSandbox)$/.test(call) ? 'teardown' : null;
}

/** The pod's page, opened at the cell of this call; null where the call is of no pod. */
export function podHrefOf(call: CallRow): string | null {
  if (call.namespace === null || call.pod === null) return null;
  const path = pagePaths.pod(call.namespace, call.pod, call.uid);
  const stage = stageOf(call.call);
  if (stage === null) return path;
  const container = stage === 'sandbox' || stage === 'teardown' ? null : call.container;
  const cell = new URLSearchParams({ ...(container === null ? {} : { container }), stage });
  return `${path}${path.includes('?') ? '&' : '?'}${cell}`;
}

/** Where a cause is told: the node's finding that has this pod, else the page that explains the error. */
export function causeHrefOf(call: CallRow, findings: readonly Finding[]): string {
  const finding = findings.find(
    ({ cause, pods }) =>
      cause === call.cause &&
      (pods.length === 0 ||
        pods.some(({ namespace, name }) => namespace === call.namespace && name === call.pod)),
  );
  if (finding !== undefined) return pagePaths.node(finding.id);
  return pagePaths.explain((call.error ?? call.text).slice(0, MAX_ASKED_CHARS));
}

/** The short line of a row: the error, or what is known of a call that has not ended. */
export function remarkOf(call: CallRow): string | null {
  if (call.outcome === 'in-flight') return call.witnesses[0]?.text ?? null;
  return call.error ?? call.doubt;
}
