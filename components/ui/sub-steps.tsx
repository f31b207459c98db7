'use client';
import { CornerDownRight } from 'lucide-react';
import { formatDuration } from './format.ts';
import { Quote } from './quote.tsx';
import { STEP_WORD, StateIcon, type StepState } from './state-icon.tsx';
import { Ago } from './time.tsx';

interface Proof {
  readonly speaker: string;
  readonly where: string;
  readonly at: string | null;
  readonly text: string;
  readonly mark: readonly [number, number] | null;
}

/** A part of something that takes several. */
export interface SubStep {
  readonly id: string;
  readonly label: string;
  readonly state: StepState;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  readonly detail: string | null;
  readonly waitsFor: string | null;
  readonly proof: readonly Proof[];
}

/** Parts in the order they are gone through: within which of them it stands. */
export function SubSteps({ steps }: { steps: readonly SubStep[] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: SubStep }) {
  return (
    <li className="step" data-state={step.state}>
      <StateIcon state={step.state} />
      <span className="step-label">{step.label}</span>
      <span className="step-detail muted">
        {step.detail ?? (step.state === 'ok' ? '' : STEP_WORD[step.state])}
      </span>
      <span className="step-took num muted">
        <Took step={step} />
      </span>
      {step.waitsFor !== null && (
        <p className="step-waits">
          <CornerDownRight className="inline-icon" aria-hidden /> waits for {step.waitsFor}
        </p>
      )}
      <StepProof step={step} />
    </li>
  );
}

/** A step that runs counts; one that is over tells what it took. */
function Took({ step }: { step: SubStep }) {
  if (step.state === 'running' && step.startedAt !== null) return <Ago at={step.startedAt} />;
  return step.durationMs === null ? null : formatDuration(step.durationMs);
}

/** The proof of what went well is folded; what stands or failed speaks at once. */
function StepProof({ step }: { step: SubStep }) {
  if (step.proof.length === 0) return null;
  const isOpen = step.state === 'failed' || step.state === 'running';
  return (
    <details className="step-proof" open={isOpen}>
      <summary className="muted">proof</summary>
      {step.proof.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        <Quote key={index} {...piece} />
      ))}
    </details>
  );
}
