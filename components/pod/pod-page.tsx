'use client';
import { useRouter } from 'next/navigation';
import { memo, useMemo } from 'react';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail, StageCell } from '../../server/contract/pod.ts';
import { useNode, usePod } from '../data/queries.ts';
import { useUrlState } from '../data/url-state.ts';
import { useKeys } from '../ui/use-keys.ts';
import { CauseCard } from './cause-card.tsx';
import { Differences } from './differences.tsx';
import { type Matrix, neighbour, openCell, toMatrix } from './matrix-model.ts';
import { MatrixTable } from './matrix-table.tsx';
import { PodHeader } from './pod-header.tsx';
import { PodMissing } from './pod-missing.tsx';
import { type ContainerPanels, PodTabs } from './pod-tabs.tsx';
import { ProofCard, proofOf } from './proof-card.tsx';
import { PullProgressCard } from './pull-progress-card.tsx';
import { RawErrorFold } from './raw-error-fold.tsx';
import { RuntimeObjects } from './runtime-objects.tsx';
import { Sandboxes } from './sandboxes.tsx';
import { StageSteps } from './stage-steps.tsx';
import { Waterfall } from './waterfall.tsx';

interface PodPageProps {
  readonly firstNode: NodeStatus;
  readonly firstPod: PodDetail | null;
  readonly namespace: string;
  readonly name: string;
  /** Logs, Exec and Stats of the selected container. */
  readonly panels?: ContainerPanels;
}

/** One pod: at which call it stopped, why, with proof. */
export function PodPage({ firstNode, firstPod, namespace, name, panels }: PodPageProps) {
  const node = useNode(firstNode);
  const uid = useUrlState().get('uid');
  const { pod, isGone } = usePod({ namespace, name, uid }, firstPod);
  const router = useRouter();
  useKeys({ esc: () => router.push(pagePaths.pods()) });
  if (pod === null) {
    return <PodMissing namespace={namespace} name={name} uid={uid} health={node.runtime.health} />;
  }
  return <PodView pod={pod} isGone={isGone || pod.source === 'history'} panels={panels} />;
}

interface PodViewProps {
  readonly pod: PodDetail;
  readonly isGone: boolean;
  readonly panels: ContainerPanels | undefined;
}

function PodView({ pod, isGone, panels }: PodViewProps) {
  const url = useUrlState();
  const matrix = useMemo(() => toMatrix(pod), [pod]);
  const open = openCell(matrix, pod, askedCell(url.get));
  const step = (by: 1 | -1) => {
    // Keys can come faster than the page renders: the address is always up to date.
    const now = new URLSearchParams(window.location.search);
    const current = openCell(
      matrix,
      pod,
      askedCell((key) => now.get(key)),
    );
    const next = neighbour(matrix, current, by);
    if (next !== null) url.set({ container: next.container, stage: next.stage });
  };
  useKeys({
    ']': () => step(1),
    '[': () => step(-1),
    d: () => url.set({ container: null, stage: null }),
  });
  return (
    <div className="pod-page" data-gone={isGone || undefined}>
      <PodVerdict pod={pod} isGone={isGone} matrix={matrix} open={open} />
      <PodTabs pod={pod} isGone={isGone} panels={panels} />
    </div>
  );
}

interface PodVerdictProps {
  readonly pod: PodDetail;
  readonly isGone: boolean;
  readonly matrix: Matrix;
  readonly open: StageCell | null;
}

/** What is above the views. Another view changes nothing of it: it is not rendered again for that. */
const PodVerdict = memo(function PodVerdict({ pod, isGone, matrix, open }: PodVerdictProps) {
  return (
    <>
      <PodHeader pod={pod} isGone={isGone} />
      <section aria-labelledby="matrix-title">
        <h2 id="matrix-title">Pipeline</h2>
        <MatrixTable pod={pod} matrix={matrix} open={open} />
        <Waterfall pod={pod} matrix={matrix} />
      </section>
      <div className="why live-data">
        <CauseCard pod={pod} cell={open} />
        <div className="why-proof">
          {open?.progress !== undefined && <PullProgressCard progress={open.progress} />}
          {open !== null && <StageSteps cell={open} shown={proofOf(pod, open)} />}
          <ProofCard pod={pod} cell={open} />
        </div>
      </div>
      <Differences differences={pod.differences ?? []} />
      {pod.rawError !== null && <RawErrorFold error={pod.rawError} />}
      <Sandboxes sandboxes={pod.sandboxes} />
      {!isGone && <RuntimeObjects pod={pod} />}
    </>
  );
});

function askedCell(get: (key: string) => string | null) {
  return { container: get('container'), stage: get('stage') };
}
