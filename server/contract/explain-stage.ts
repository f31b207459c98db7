import { STAGE_LABEL, STAGES } from './stage.ts';

/** Where a text may belong: the stages of a pod, and what happens beside pods. */
export const EXPLAIN_STAGES = [...STAGES, 'node', 'streaming', 'tooling'] as const;
export type ExplainStage = (typeof EXPLAIN_STAGES)[number];

export const EXPLAIN_STAGE_LABEL: Readonly<Record<ExplainStage, string>> = {
  ...STAGE_LABEL,
  node: 'Node',
  streaming: 'Logs, exec, port-forward',
  tooling: 'Command-line tools',
};

/** 64 KiB: a screen full of log lines fits; whole files are not errors. */
export const MAX_EXPLAIN_BYTES = 65_536;

/** Cause and group of a text that nobody knows. */
export const UNKNOWN_CAUSE = 'unknown';
