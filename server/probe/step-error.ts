import type { Explanation } from '../contract/explain.ts';
import { UNKNOWN_CAUSE } from '../contract/explain-stage.ts';
import type { CauseText, PodDetail } from '../contract/pod.ts';
import type { ProbeCall } from '../contract/probe.ts';
import type { Stage } from '../contract/stage.ts';
import { delay } from '../lib/abort.ts';
import type { CallContext } from './call-context.ts';
import { withKnownNames } from './known-words.ts';
import { joined, type ProbeRecord, type StepRecord } from './probe-record.ts';
import type { StepFailure } from './step-outcome.ts';

/** At which stage of a pod a step stands. */
export const STAGE_OF: Readonly<Record<ProbeCall, Stage>> = {
  RunPodSandbox: 'sandbox',
  PullImage: 'pull',
  CreateContainer: 'create',
  StartContainer: 'start',
  Observe: 'run',
};
/** A text that names its cause this surely needs no second witness. */
const SURE = 0.8;
const VERDICT_EACH_MS = 150;

/** Writes into the step why it failed: by the error's own text, or by what the pipeline has found elsewhere. */
export async function explainFailure(
  step: StepRecord,
  failure: StepFailure,
  context: CallContext,
): Promise<void> {
  const { node, record } = context;
  const plain = node.explain(failure.text);
  step.error = {
    code: failure.code,
    text: plain.text,
    innermost: plain.innermost,
    frames: plain.frames,
  };
  const known = node.explain(failure.told);
  step.cause = known.cause;
  step.causeText = toCauseText(known, step.call, record);
  if (asksForPod(failure.text, record.start.plan.pod.name)) {
    step.note = joined(step.note, NOT_IN_CLUSTER);
  }
  const isSure = known.cause !== UNKNOWN_CAUSE && known.confidence >= SURE;
  // A text that says nothing at all of a stage is not contradicted by one that does.
  if (isSure && known.stage === STAGE_OF[step.call]) return;
  const verdict = await waitForVerdict(step.call, context);
  if (verdict?.cause == null) return;
  step.cause = verdict.cause.id;
  step.causeText = forProbe(verdict.cause, step.call, record);
}

const NOT_IN_CLUSTER =
  'A network plugin asked the API server for this pod, and a probe is not in the cluster: that proves nothing against the node. Host network (admin) leaves the plugin out; the steps before this one still hold.';

/** Plugins that look up the pod's annotations (Multus, Calico, OVN …) fail on a pod that the API server has not. */
function asksForPod(text: string, podName: string): boolean {
  return (
    text.includes(podName) && /\bpods?\b[^\n]{0,120}\b(?:not ?found|does not exist)/i.test(text)
  );
}

function toCauseText(known: Explanation, call: ProbeCall, record: ProbeRecord): CauseText {
  const isKnown = known.cause !== UNKNOWN_CAUSE;
  const { plan, beside } = record.start;
  const named = <T extends { readonly command: string | null }>(step: T): T => {
    const { command } = step;
    const names = { image: plan.image, beside };
    return { ...step, command: command === null ? null : withKnownNames(command, names) };
  };
  // A check without its command says nothing; what mends a pod is true without one.
  const checks = known.nextChecks.filter(
    (check) => check.command === null || named(check).command !== null,
  );
  return {
    id: known.cause,
    title: known.title ?? 'The cause is not known',
    explanation:
      known.explanation ??
      'None of the known causes fits the text of the error; it is shown as the runtime gave it.',
    impact: impactOf(call, isKnown),
    nextChecks: checks.length > 0 ? checks.map(named) : [READ_HERE],
    ...(known.fix === undefined ? {} : { fix: known.fix.map(named) }),
    confusedWith: known.confusedWith,
  };
}

function impactOf(call: ProbeCall, isKnown: boolean): string {
  return call === 'Observe'
    ? 'A pod with this image and command would not stay on this node either.'
    : `A pod with these settings ${isKnown ? 'stops' : 'would stop'} at ${call} on this node as well.`;
}

/** A verdict speaks of a pod that is there, and of a workload behind it: of a probe neither is true when it is read. */
function forProbe(cause: CauseText, call: ProbeCall, record: ProbeRecord): CauseText {
  const { pod } = record.start.plan;
  const ids = [record.sandboxId, record.containerId].filter((id) => id !== null);
  const names = [...ids.map((id) => id.slice(0, 12)), pod.name, pod.uid, `-n ${pod.namespace}`];
  const isGone = (command: string | null): boolean =>
    command !== null && names.some((name) => command.includes(name));
  const { fix, ...words } = cause;
  const nextChecks = cause.nextChecks.filter(({ command }) => !isGone(command));
  return {
    ...words,
    impact: impactOf(call, true),
    nextChecks: nextChecks.length > 0 ? nextChecks : [READ_HERE],
    ...(fix === undefined ? {} : { fix: fix.filter(({ command }) => !isGone(command)) }),
  };
}

const READ_HERE = {
  text: 'Read the request, the error and the output of this step: what the probe made is gone again',
  command: null,
  href: null,
};

/** The pipeline's word on our own pod, once it stands at this stage with a cause; null when that does not come. */
async function waitForVerdict(call: ProbeCall, context: CallContext): Promise<PodDetail | null> {
  const { node, record, limits, signal } = context;
  const untilMs = performance.now() + limits.verdictMs;
  do {
    const detail = await node.podDetail(record.start.plan.pod, signal);
    if (detail?.cause != null && detail.verdict.stage === STAGE_OF[call]) return detail;
    await delay(VERDICT_EACH_MS, signal);
  } while (performance.now() < untilMs);
  return null;
}
