'use client';
import { CircleOff } from 'lucide-react';
import { useState } from 'react';
import { useRefusal } from '../data/session.tsx';
import { useUrlState } from '../data/url-state.ts';
import { Picture } from '../ui/picture.tsx';
import { FormView } from './form-view.tsx';
import { besideOf } from './probe-form.ts';
import type { Draft } from './probe-form-fields.tsx';
import { RunView } from './run-view.tsx';

/** The four calls, driven by hand: the form for a probe, or one that runs or ended. */
export function ProbePage() {
  const refusal = useRefusal('probe');
  const { get } = useUrlState();
  const [draft, setDraft] = useState<Draft | null>(null);
  const id = get('id');
  if (refusal !== null) return <Refused reason={refusal} />;
  return (
    <div className="probe-page">
      <noscript>
        <p className="muted">
          Probes move, and need scripts. By hand, on the node: <code>crictl runp</code>,{' '}
          <code>crictl pull</code>, <code>crictl create</code>, <code>crictl start</code>.
        </p>
      </noscript>
      {id === null ? (
        <FormView beside={besideOf(get)} draft={draft} onDraft={setDraft} />
      ) : (
        <RunView key={id} id={id} />
      )}
    </div>
  );
}

/** It is switched off, or not for this person: the page says so, and what a probe would be. */
function Refused({ reason }: { reason: string }) {
  return (
    <div className="probe-page">
      <h1>Probe</h1>
      <Picture icon={CircleOff} tone="idle" title="Nothing is probed here">
        <p>{reason}</p>
        <p>
          A probe makes the four calls itself (RunPodSandbox, PullImage, CreateContainer,
          StartContainer) with a small pod of its own, says at which of them this node fails and
          why, and removes what it made.
        </p>
      </Picture>
    </div>
  );
}
