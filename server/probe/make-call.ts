import type { ProbeCall } from '../contract/probe.ts';
import { CriError } from '../cri/cri-error.ts';
import type { CallContext } from './call-context.ts';
import { observe } from './observe.ts';
import type { StepOutcome } from './step-outcome.ts';

/** The words in which kubelet logs a call that failed. */
const TOLD_AS: Readonly<Record<Exclude<ProbeCall, 'Observe'>, string>> = {
  RunPodSandbox: 'RunPodSandbox from runtime service failed',
  PullImage: 'PullImage from image service failed',
  CreateContainer: 'CreateContainer in sandbox from runtime service failed',
  StartContainer: 'StartContainer from runtime service failed',
};
/** Answers after which nobody can say whether the call took effect. */
const UNCERTAIN: ReadonlySet<string> = new Set(['DEADLINE_EXCEEDED', 'UNAVAILABLE', 'CANCELLED']);

/** Makes one call and tells what came of it; rejects only when it was broken off by the signal. */
export async function makeCall(call: ProbeCall, context: CallContext): Promise<StepOutcome> {
  if (call === 'Observe') return observe(context);
  const { record, signal } = context;
  try {
    return await MAKE[call](context);
  } catch (error) {
    if (signal.aborted) {
      record.mayComeToBe = true;
      throw error;
    }
    if (!(error instanceof CriError)) throw error;
    if (UNCERTAIN.has(error.grpcCode)) record.mayComeToBe = true;
    const { grpcCode: code, details } = error;
    const text = code === 'DEADLINE_EXCEEDED' ? unanswered(call, context) : details;
    const told = `${TOLD_AS[call]}: rpc error: code = ${code} desc = ${details}`;
    return { kind: 'failed', failure: { code, text, told } };
  }
}

function unanswered(call: Exclude<ProbeCall, 'Observe'>, { limits }: CallContext): string {
  const seconds = Math.round(limits.callMs[call] / 1_000);
  return `the runtime did not answer ${call} within ${seconds} s (context deadline exceeded)`;
}

type Maker = (context: CallContext) => Promise<StepOutcome>;

const MAKE: Readonly<Record<Exclude<ProbeCall, 'Observe'>, Maker>> = {
  RunPodSandbox: async ({ node, record, limits, signal }) => {
    const { runtimeHandler, sandboxConfig } = record.start.plan;
    const id = await node.cri.changes.runPodSandbox(
      { config: sandboxConfig, runtimeHandler },
      { signal, deadlineMs: limits.callMs.RunPodSandbox },
    );
    record.sandboxId = id;
    return { kind: 'ok', response: { pod_sandbox_id: id } };
  },
  PullImage: pullImage,
  CreateContainer: async ({ node, record, limits, signal }) => {
    const { sandboxConfig, containerConfig } = record.start.plan;
    const id = await node.cri.changes.createContainer(
      { podSandboxId: record.sandboxId ?? '', config: containerConfig, sandboxConfig },
      { signal, deadlineMs: limits.callMs.CreateContainer },
    );
    record.containerId = id;
    return { kind: 'ok', response: { container_id: id } };
  },
  StartContainer: async ({ node, record, limits, signal }) => {
    const deadlineMs = limits.callMs.StartContainer;
    await node.cri.changes.startContainer(record.containerId ?? '', { signal, deadlineMs });
    return { kind: 'ok', response: {} };
  },
};

/** By the pull policy, as kubelet does it. */
async function pullImage(context: CallContext): Promise<StepOutcome> {
  const { node, record, auth, limits, signal } = context;
  const { image, pullPolicy, sandboxConfig } = record.start.plan;
  const present = await node.cri.images.status(image, { signal });
  if (present !== null && pullPolicy !== 'Always') {
    return { kind: 'skipped', note: `The image is on the node already: ${shortId(present.id)}.` };
  }
  if (pullPolicy === 'Never') {
    const text = `Container image "${image}" is not present with pull policy of Never`;
    const told = `Error: ErrImageNeverPull: ${text}`;
    return { kind: 'failed', failure: { code: 'ErrImageNeverPull', text, told } };
  }
  record.hasTriedToPull = true;
  const imageRef = await node.cri.changes.pullImage(
    { image, auth, sandboxConfig },
    { signal, deadlineMs: limits.callMs.PullImage },
  );
  return { kind: 'ok', response: { image_ref: imageRef } };
}

function shortId(id: string): string {
  return id.replace(/^sha256:/, '').slice(0, 12);
}
