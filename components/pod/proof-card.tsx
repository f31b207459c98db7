import type { Evidence } from '../../server/contract/evidence.ts';
import type { PodDetail, StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { Quote } from '../ui/quote.tsx';
import { isSameCell } from './matrix-model.ts';

const SPEAKER: Readonly<Record<Evidence['source'], string>> = {
  cri: 'CRI',
  containerd: 'containerd',
  'runtime-log': 'runtime log',
  kubelet: 'kubelet',
  'kubelet-log': 'kubelet log',
  'pod-log': 'container log',
  manifest: 'manifest',
  host: 'node file',
  'kernel-log': 'kernel log',
  kube: 'API server',
  history: 'history',
};

/** The proof of the open stage: quoted lines with source and time. */
export function ProofCard({ pod, cell }: { pod: PodDetail; cell: StageCell | null }) {
  const isDeciding = cell === null || isSameCell(cell, pod.verdict);
  const evidence = isDeciding ? pod.verdict.evidence : cell.evidence;
  const words = evidence.length === 1 ? '1 piece' : `${evidence.length} pieces`;
  return (
    <section className="card proof-card" aria-labelledby="proof-title">
      <h2 id="proof-title">Proof – {evidence.length === 0 ? 'none yet' : words}</h2>
      {evidence.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        <Quote key={index} speaker={SPEAKER[piece.source]} {...piece} />
      ))}
      {evidence.length === 0 && <p className="muted">{silence(cell)}</p>}
    </section>
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
