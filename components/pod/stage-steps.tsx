'use client';
import type { Evidence } from '../../server/contract/evidence.ts';
import type { StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { quoteOf } from '../data/speaker.ts';
import { SubSteps } from '../ui/sub-steps.tsx';

interface StageStepsProps {
  readonly cell: StageCell;
  /** The proof that stands beside: it is not quoted a second time. */
  readonly shown: readonly Evidence[];
}

/** The parts of the open stage in the order they are gone through: where within the call it stands. */
export function StageSteps({ cell, shown }: StageStepsProps) {
  const isShown = ({ where, text }: Evidence) =>
    shown.some((piece) => piece.where === where && piece.text === text);
  const steps = (cell.steps ?? []).map(({ evidence, ...step }) => ({
    ...step,
    proof: evidence.filter((piece) => !isShown(piece)).map(quoteOf),
  }));
  if (steps.length === 0) return null;
  return (
    <section className="card steps-card" aria-labelledby="steps-title">
      <h2 id="steps-title">{STAGE_LABEL[cell.stage]}, step by step</h2>
      <SubSteps steps={steps} />
    </section>
  );
}
