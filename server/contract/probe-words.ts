/** Words of probes that both sides use as values. Plain constants: the browser imports this file without zod. */

/** The steps in order: the four calls, then a look at what became of the container. */
export const PROBE_CALLS = [
  'RunPodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'Observe',
] as const;
export type ProbeCall = (typeof PROBE_CALLS)[number];

/** `waiting`: for a person's "next". */
export const PROBE_STATES = [
  'pending',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export type ProbeState = (typeof PROBE_STATES)[number];

export const PROBE_STEP_STATES = [
  'pending',
  'running',
  'ok',
  'skipped',
  'failed',
  'cancelled',
  'not-reached',
] as const;
export type ProbeStepState = (typeof PROBE_STEP_STATES)[number];

/** `left`: something is still on the node, and a person can try again. */
export const CLEANUP_STATES = ['pending', 'running', 'done', 'left'] as const;
export type CleanupState = (typeof CLEANUP_STATES)[number];

export const PULL_POLICIES = ['IfNotPresent', 'Always', 'Never'] as const;
export type PullPolicy = (typeof PULL_POLICIES)[number];

/** Why a probe was given up before its end. */
export const CANCEL_REASONS = [
  'by-person',
  'nobody-looks',
  'deadline',
  'server-stops',
  'removed-by-kubelet',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const CANCEL_SENTENCES = {
  'by-person': 'Cancelled by a person.',
  'nobody-looks': 'Nobody had looked at it for two minutes.',
  deadline: 'Its time was up.',
  'server-stops': 'cri-triage was stopped.',
  'removed-by-kubelet':
    'kubelet removed it first: it ends every sandbox that is not of one of its pods.',
} as const satisfies Readonly<Record<CancelReason, string>>;

/** A probe that waits and that nobody looks at is given up after this. */
export const PROBE_UNWATCHED_MS = 120_000;

/** On everything that a probe creates. */
export const PROBE_LABELS = {
  /** The probe's id. */
  probe: 'cri-triage.io/probe',
  /** Unix seconds; whoever finds it later than that may remove it. */
  deadline: 'cri-triage.io/probe-deadline',
  /** The process that made it: "<pid>.<start time in ticks since boot>". */
  owner: 'cri-triage.io/probe-owner',
} as const;
/** On the same, with always the same value: CRI filters lists by whole labels, and one list has to find all probes. */
export const PROBE_MARK = { label: 'cri-triage.io/made-by', value: 'probe' } as const;
/** On the sandbox: the image that was not on the node before, so that it goes with the probe. */
export const PROBE_IMAGE_ANNOTATION = 'cri-triage.io/probe-pulls';

/** The namespace of every probe pod that names none. */
export const PROBE_NAMESPACE = 'cri-triage';
