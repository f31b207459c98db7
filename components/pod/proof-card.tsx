'use client';
import type { Evidence } from '../../server/contract/evidence.ts';
import type { PodDetail, StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { SPEAKER } from '../data/speaker.ts';
import { StateLink } from '../data/state-link.tsx';
import { Quote } from '../ui/quote.tsx';
import { isSameCell } from './matrix-model.ts';
import { showMoment } from './timeline-moment.ts';

/** What proves the open stage: of the one that decides, the verdict's own evidence. */
export function proofOf(pod: PodDetail, cell: StageCell | null): readonly Evidence[] {
  return cell === null || isSameCell(cell, pod.verdict) ? pod.verdict.evidence : cell.evidence;
}

/** The proof of the open stage: quoted lines with source and time. */
export function ProofCard({ pod, cell }: { pod: PodDetail; cell: StageCell | null }) {
  const evidence = proofOf(pod, cell);
  const words = evidence.length === 1 ? '1 piece' : `${evidence.length} pieces`;
  const hasTimeline = pod.timeline.length > 0;
  return (
    <section className="card proof-card" aria-labelledby="proof-title">
      <h2 id="proof-title">Proof – {evidence.length === 0 ? 'none yet' : words}</h2>
      {evidence.map((piece, index) => (
        <Quote
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          key={index}
          speaker={SPEAKER[piece.source]}
          {...piece}
          action={piece.at !== null && hasTimeline && <ShowAround at={piece.at} />}
        />
      ))}
      {evidence.length === 0 && <p className="muted">{silence(cell)}</p>}
    </section>
  );
}

/** Leads to that moment in the timeline, with everybody shown. */
function ShowAround({ at }: { at: string }) {
  return (
    <StateLink className="link" change={{ tab: null, actors: null, at }} onFollow={showMoment}>
      show around it
    </StateLink>
  );
}

/** Why a stage has no quoted proof. */
function silence(cell: StageCell | null): string {
  if (cell === null) return 'No source has said anything about this pod.';
  switch (cell.state) {
    case 'not-reached':
      return `${STAGE_LABEL[cell.stage]} was not called, so nothing speaks of it.`;
    case 'ok':
    case 'skipped':
      return 'It went well: what was called for it stands in the timeline.';
    default:
      return 'No source has said anything about this stage.';
  }
}
