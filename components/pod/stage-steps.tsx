'use client';
import { CornerDownRight } from 'lucide-react';
import type { Evidence } from '../../server/contract/evidence.ts';
import type { StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import type { StageStep } from '../../server/contract/stage-step.ts';
import { formatDuration } from '../ui/format.ts';
import { Quote } from '../ui/quote.tsx';
import { STEP_WORD, StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';
import { SPEAKER } from './speaker.ts';

interface StageStepsProps {
  readonly cell: StageCell;
  /** The proof that stands beside: it is not quoted a second time. */
  readonly shown: readonly Evidence[];
}

function withoutShown(step: StageStep, shown: readonly Evidence[]): StageStep {
  const evidence = step.evidence.filter(
    ({ where, text }) => !shown.some((piece) => piece.where === where && piece.text === text),
  );
  return { ...step, evidence };
}

/** The parts of the open stage in the order they are gone through: where within the call it stands. */
export function StageSteps({ cell, shown }: StageStepsProps) {
  const steps = (cell.steps ?? []).map((step) => withoutShown(step, shown));
  if (steps.length === 0) return null;
  return (
    <section className="card steps-card" aria-labelledby="steps-title">
      <h2 id="steps-title">{STAGE_LABEL[cell.stage]}, step by step</h2>
      <ol className="steps">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step }: { step: StageStep }) {
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
function Took({ step }: { step: StageStep }) {
  if (step.state === 'running' && step.startedAt !== null) return <Ago at={step.startedAt} />;
  return step.durationMs === null ? null : formatDuration(step.durationMs);
}

/** The proof of what went well is folded; what stands or failed speaks at once. */
function StepProof({ step }: { step: StageStep }) {
  if (step.evidence.length === 0) return null;
  const isOpen = step.state === 'failed' || step.state === 'running';
  return (
    <details className="step-proof" open={isOpen}>
      <summary className="muted">proof</summary>
      {step.evidence.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        <Quote key={index} speaker={SPEAKER[piece.source]} {...piece} />
      ))}
    </details>
  );
}
