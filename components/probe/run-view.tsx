'use client';
import { LoaderCircle, SearchX, ServerCrash } from 'lucide-react';
import type { Probe } from '../../server/contract/probe.ts';
import { ApiError } from '../data/api-client.ts';
import { useUrlState } from '../data/url-state.ts';
import { isOver, useProbe, useProbeList } from '../data/use-probes.ts';
import { Picture } from '../ui/picture.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { Changes } from './changes.tsx';
import { CleanUpPanel } from './clean-up-panel.tsx';
import { Comparison } from './comparison.tsx';
import { ProbeLink } from './probe-link.tsx';
import { announce, ROWS, type RowId, rowsOf, shownRow } from './probe-words.ts';
import { RecentProbes } from './recent-probes.tsx';
import { RunHeader } from './run-header.tsx';
import { StepPanel } from './step-panel.tsx';
import { Stepper } from './stepper.tsx';

/** One probe, as everybody who looks at it sees it: it lives in the server, not in this page. */
export function RunView({ id }: { id: string }) {
  const { data: probe, error, refetch } = useProbe(id);
  if (probe !== undefined) return <Run probe={probe} lost={error} />;
  if (error === null) {
    return (
      <>
        <h1>Probe</h1>
        <Picture icon={LoaderCircle} tone="info" title="Asking for the probe">
          <p>It appears here by itself.</p>
        </Picture>
      </>
    );
  }
  const isGone = error instanceof ApiError && error.problem.code === 'not-found';
  return (
    <>
      <h1>Probe</h1>
      {isGone ? <Forgotten /> : <Broken error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function Run({ probe, lost }: { probe: Probe; lost: Error | null }) {
  const { get, set } = useUrlState();
  const rows = rowsOf(probe);
  const open = ROWS.find((id) => id === get('step')) ?? shownRow(probe);
  const walk = (by: 1 | -1) => {
    const next = ROWS[ROWS.indexOf(open) + by];
    if (next !== undefined) set({ step: next });
  };
  useKeys({ ']': () => walk(1), '[': () => walk(-1), d: () => set({ step: null }) });
  return (
    <>
      <p className="only-screen-reader" role="status">
        {announce(probe)}
      </p>
      <RunHeader probe={probe} />
      {lost !== null && !isOver(probe) && (
        <p className="probe-banner" data-tone="run" role="status">
          As of before: {lost.message} It is asked again each second; the probe goes on without this
          page.
        </p>
      )}
      <div className="probe-run">
        <Stepper rows={rows} open={open} />
        <div className="probe-panel" id="probe-panel">
          <Panel probe={probe} open={open} />
        </div>
        <div className="probe-side">
          {probe.comparison !== null && <Comparison comparison={probe.comparison} />}
          <Changes probe={probe} />
        </div>
      </div>
    </>
  );
}

function Panel({ probe, open }: { probe: Probe; open: RowId }) {
  if (open === 'CleanUp') return <CleanUpPanel probe={probe} />;
  const step = probe.steps.find(({ call }) => call === open);
  if (step === undefined) return null;
  return <StepPanel key={open} step={step} output={open === 'Observe' ? probe.output : []} />;
}

/** The server keeps the newest twenty, and none of before it was started. */
function Forgotten() {
  const { data: list } = useProbeList();
  return (
    <>
      <Picture icon={SearchX} tone="idle" title="This probe is not known any more">
        <p>
          cri-triage keeps the newest twenty, and forgets them when it is started anew. What it made
          is removed all the same.
        </p>
        <p>
          <ProbeLink to={{}}>A new probe</ProbeLink>
        </p>
      </Picture>
      {list !== undefined && list.probes.length > 0 && <RecentProbes probes={list.probes} />}
    </>
  );
}

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Picture icon={ServerCrash} tone="fail" title="The probe could not be asked for">
      <p>{error.message}</p>
      <p>
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </Picture>
  );
}
