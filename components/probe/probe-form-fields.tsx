'use client';
import { useEffect, useRef, useState } from 'react';
import type { ConfigProblem } from '../../server/contract/cri-config.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import type { Probe, ProbeOptions } from '../../server/contract/probe.ts';
import { ApiError } from '../data/api-client.ts';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { type Beside, useStartProbe } from '../data/use-probes.ts';
import { CommonFields } from './common-fields.tsx';
import { ConfigFields } from './config-fields.tsx';
import { PodFields } from './pod-fields.tsx';
import {
  type ProbeForm,
  toForm,
  toWish,
  type Way,
  wayOf,
  withoutCredentials,
} from './probe-form.ts';
import { Problems } from './problems.tsx';

/** A form as it was left, and for which template. */
export interface Draft {
  readonly key: string;
  readonly form: ProbeForm;
}

interface ProbeFormFieldsProps {
  readonly options: ProbeOptions;
  readonly beside: Beside | null;
  readonly draft: Draft | null;
  readonly onDraft: (form: ProbeForm) => void;
  /** The probe that runs already. */
  readonly busyWith: string | null;
}

const WAYS = [
  { id: 'form', label: 'Form' },
  { id: 'files', label: 'As crictl takes it' },
] as const;

/** What is to be probed, and the two ways to begin. */
export function ProbeFormFields({
  options,
  beside,
  draft,
  onDraft,
  busyWith,
}: ProbeFormFieldsProps) {
  const [form, setForm] = useState(() => draft?.form ?? toForm(options));
  const { get, push } = useUrlState();
  const offered = wayOf(options.request);
  const way = WAYS.find(({ id }) => id === get('with'))?.id ?? offered;
  const { mutate, error, isPending, reset } = useStartProbe();
  const change = (part: Partial<ProbeForm>) => setForm((old) => ({ ...old, ...part }));
  const isFilled = way === 'form' || form.containerText.trim() !== '';
  const canStart = !isPending && busyWith === null && isFilled;
  const start = (mode: Probe['mode']) => {
    if (!canStart) return;
    onDraft(withoutCredentials(form));
    mutate(toWish(form, { way, mode, beside }), {
      onSuccess: ({ id }) => push(pagePaths.probe({ id })),
    });
  };
  const problems = error instanceof ApiError ? (error.problem.problems ?? []) : [];
  return (
    <form
      className="probe-form card"
      aria-label="What to probe"
      onSubmit={(event) => {
        event.preventDefault();
        start('all');
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        start('all');
      }}
    >
      <Ways way={way} offered={offered} onFollow={reset} />
      {way === 'form' ? (
        <PodFields form={form} options={options} onChange={change} />
      ) : (
        <ConfigFields form={form} problems={problems} onChange={change} />
      )}
      <CommonFields form={form} options={options} onChange={change} />
      <Refusal error={error} problems={way === 'form' ? problems : problems.filter(isElsewhere)} />
      <StartButtons
        canStart={canStart}
        isPending={isPending}
        why={whyNot(busyWith, isFilled)}
        onStep={() => start('step')}
      />
    </form>
  );
}

/** Problems that belong to neither of the two texts. */
const isElsewhere = ({ path }: ConfigProblem): boolean => !/^(sandbox|container)_config/.test(path);

function Ways(props: { way: Way; offered: Way; onFollow: () => void }) {
  return (
    <nav className="segments" aria-label="How it is told">
      {WAYS.map(({ id, label }) => (
        <StateLink
          key={id}
          change={{ with: id === props.offered ? null : id }}
          aria-current={id === props.way ? 'true' : undefined}
          onFollow={props.onFollow}
        >
          {label}
        </StateLink>
      ))}
    </nav>
  );
}

/** Why the server began nothing. */
function Refusal({ error, problems }: { error: Error | null; problems: readonly ConfigProblem[] }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div className="probe-refusal" role="alert" ref={ref}>
      {error !== null && (
        <>
          <p>
            <b className="tone-fail">Nothing was called.</b> {error.message}
          </p>
          {problems.length > 0 && <Problems problems={problems} />}
        </>
      )}
    </div>
  );
}

function whyNot(busyWith: string | null, isFilled: boolean): string {
  if (busyWith !== null) return 'Another probe is on its way: one at a time.';
  if (!isFilled) return 'A container configuration is needed.';
  return 'Everything it makes bears our label and a deadline, and is removed: also when this page is closed.';
}

interface StartButtonsProps {
  readonly canStart: boolean;
  readonly isPending: boolean;
  readonly why: string;
  readonly onStep: () => void;
}

function StartButtons({ canStart, isPending, why, onStep }: StartButtonsProps) {
  return (
    <div className="probe-start">
      <button type="submit" className="button button-main" aria-disabled={!canStart}>
        {isPending ? 'Begins …' : 'Run all'}
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={!canStart}
        title="Each call waits for “Next”"
        onClick={onStep}
      >
        Step by step
      </button>
      <p className="hint muted" role="status">
        {why}
      </p>
    </div>
  );
}
