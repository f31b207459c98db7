/**
 * The ordered stages of a pod's start, their states and the words people see.
 * Plain constants: the browser imports this file as a value.
 */

/** A pod's stages in the order kubelet drives them; `teardown` is the way down. */
export const STAGES = ['kubelet', 'sandbox', 'pull', 'create', 'start', 'run', 'teardown'] as const;
export type Stage = (typeof STAGES)[number];

/** The stages that belong to the pod as a whole; the others belong to one container each. */
export const POD_STAGES = ['kubelet', 'sandbox', 'teardown'] as const satisfies readonly Stage[];
export const CONTAINER_STAGES = [
  'pull',
  'create',
  'start',
  'run',
] as const satisfies readonly Stage[];

/** On screen a stage bears the name of its CRI call. */
export const STAGE_LABEL: Readonly<Record<Stage, string>> = {
  kubelet: 'Kubelet',
  sandbox: 'RunPodSandbox',
  pull: 'PullImage',
  create: 'CreateContainer',
  start: 'StartContainer',
  run: 'Running',
  teardown: 'Teardown',
};

/** `unknown` always names the source that is missing; `not-reached` is never a failure. */
export const STAGE_STATES = [
  'ok',
  'skipped',
  'running',
  'failed',
  'not-reached',
  'unknown',
] as const;
export type StageState = (typeof STAGE_STATES)[number];

export const OUTCOMES = [
  'stuck',
  'starting',
  'ready',
  'completed',
  'terminating',
  'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const POD_KINDS = ['api', 'static', 'mirror', 'probe', 'orphan', 'manifest'] as const;
export type PodKind = (typeof POD_KINDS)[number];

export const CONTAINER_TYPES = ['init', 'sidecar', 'app', 'ephemeral'] as const;
export type ContainerType = (typeof CONTAINER_TYPES)[number];
