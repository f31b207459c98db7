import type { Evidence } from '../contract/evidence.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { StageState } from '../contract/stage.ts';
import type { StageStep } from '../contract/stage-step.ts';
import { finite } from './numbers.ts';
import { iso } from './time.ts';

interface StepParts {
  readonly startedAtMs?: number | null;
  readonly durationMs?: number | null;
  readonly detail?: string | null;
  readonly waitsFor?: string | null;
  readonly evidence?: readonly Evidence[];
}

/** One part of a stage; what is not given is empty. */
export function step(
  [id, label]: readonly [string, string],
  state: StageState,
  given: StepParts = {},
): StageStep {
  return {
    id,
    label,
    state,
    startedAt: iso(given.startedAtMs),
    durationMs: finite(given.durationMs ?? null),
    detail: given.detail ?? null,
    waitsFor: given.waitsFor ?? null,
    evidence: [...(given.evidence ?? [])],
  };
}

/** A part that nothing at hand tells of, and the sources that would. */
export function unknownStep(
  name: readonly [string, string],
  needs: readonly SourceName[],
  detail: string | null = null,
): StageStep {
  const missing = needs.length === 0 ? null : `needs ${needs.join(' or ')}`;
  const words = [detail, missing].filter((item) => item !== null).join('; ');
  return step(name, 'unknown', { detail: words || 'no source tells' });
}
