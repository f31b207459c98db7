'use client';
import { LoaderCircle, ServerCrash } from 'lucide-react';
import Link from 'next/link';
import { pagePaths } from '../../server/contract/paths.ts';
import { type Beside, useProbeList, useProbeOptions } from '../data/use-probes.ts';
import { Picture } from '../ui/picture.tsx';
import { FormNotes } from './form-notes.tsx';
import { LeftOver } from './left-over.tsx';
import { type Draft, ProbeFormFields } from './probe-form-fields.tsx';
import { ProbeLink } from './probe-link.tsx';
import { RecentProbes } from './recent-probes.tsx';

interface FormViewProps {
  readonly beside: Beside | null;
  readonly draft: Draft | null;
  readonly onDraft: (draft: Draft) => void;
}

/** Before a probe: what to know, what to fill in, and the probes of before. */
export function FormView({ beside, draft, onDraft }: FormViewProps) {
  const { data: list } = useProbeList();
  const key = beside === null ? '' : JSON.stringify(beside);
  return (
    <>
      <h1>Probe</h1>
      <p className="say">
        The four calls, made by cri-triage itself with a small pod of its own, which is removed
        again: <b>can this node start a pod, and if not, at which call and why?</b>
      </p>
      {beside !== null && <BesideLine beside={beside} />}
      {list !== undefined && list.current !== null && <Running id={list.current} />}
      {list !== undefined && list.left.length > 0 && <LeftOver left={list.left} />}
      <OfferedForm
        key={key}
        beside={beside}
        draft={draft?.key === key ? draft : null}
        onDraft={(form) => onDraft({ key, form })}
        busyWith={list?.current ?? null}
      />
      {list !== undefined && list.probes.length > 0 && <RecentProbes probes={list.probes} />}
    </>
  );
}

interface OfferedFormProps {
  readonly beside: Beside | null;
  readonly draft: Draft | null;
  readonly onDraft: (form: Draft['form']) => void;
  readonly busyWith: string | null;
}

/** The form, once it is known what can be offered here. */
function OfferedForm({ beside, ...props }: OfferedFormProps) {
  const { data: options, error, isFetching, refetch } = useProbeOptions(beside);
  if (options !== undefined) {
    return (
      <>
        <FormNotes options={options} />
        <ProbeFormFields options={options} beside={beside} {...props} />
      </>
    );
  }
  if (error === null || isFetching) {
    return (
      <Picture icon={LoaderCircle} tone="info" title="Looking at what is here">
        <p>Images and runtime handlers of this node are asked for; it takes about a second.</p>
      </Picture>
    );
  }
  return (
    <Picture icon={ServerCrash} tone="fail" title="A probe cannot be offered now">
      <p>{error.message}</p>
      <p>
        <button type="button" className="button" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    </Picture>
  );
}

function BesideLine({ beside: { pod, container } }: { beside: Beside }) {
  return (
    <p className="probe-beside">
      <span>
        Like{' '}
        <Link
          className="link"
          href={pagePaths.pod(pod.namespace, pod.name, pod.uid)}
          prefetch={false}
        >
          {pod.namespace}/{pod.name}
        </Link>
        {container !== null && <> › {container}</>}, and held beside it at the end.
      </span>{' '}
      <ProbeLink to={{}}>Probe the node without a template</ProbeLink>
    </p>
  );
}

function Running({ id }: { id: string }) {
  return (
    <p className="probe-banner" data-tone="run" role="status">
      <span>
        A probe is on its way; this node makes one at a time.{' '}
        <ProbeLink to={{ id }}>Look at it</ProbeLink>
      </span>
    </p>
  );
}
