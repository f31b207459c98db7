import type { JsonObject } from '../../server/contract/cri-config.ts';
import type { Probe, ProbeStep } from '../../server/contract/probe.ts';
import { quoteOf } from '../data/speaker.ts';
import { Advice } from '../ui/advice.tsx';
import { formatDuration } from '../ui/format.ts';
import { PullProgress } from '../ui/pull-progress.tsx';
import { RawError } from '../ui/raw-error.tsx';
import { SubSteps } from '../ui/sub-steps.tsx';
import { At } from '../ui/time.tsx';
import { Output } from './output.tsx';
import { TextFigure } from './text-figure.tsx';

interface StepPanelProps {
  readonly step: ProbeStep;
  /** What the container wrote, where this step is about it. */
  readonly output: Probe['output'];
}

/** One call whole: why it failed, what was sent and answered, within which part it stands. */
export function StepPanel({ step, output }: StepPanelProps) {
  const { call, error, progress, note } = step;
  const steps = step.steps.map(({ evidence, ...rest }) => ({
    ...rest,
    proof: evidence.map(quoteOf),
  }));
  return (
    <section aria-label={call}>
      <div className="panel-head">
        <h2>{call}</h2>
        <Times step={step} />
      </div>
      {note !== null && <p className="panel-note">{note}</p>}
      {error !== null && <Failure step={step} error={error} />}
      <Output lines={output} />
      {progress !== null && (
        <div className="card panel-card">
          <h3>How far the pull is</h3>
          <PullProgress progress={progress} />
        </div>
      )}
      {steps.length > 0 && (
        <div className="card panel-card">
          <h3>{call}, step by step</h3>
          <SubSteps steps={steps} />
        </div>
      )}
      {step.request !== null && (
        <TextFigure title={requestTitle(step)} text={toText(step.request)} />
      )}
      {step.response !== null && (
        <TextFigure
          title={call === 'Observe' ? 'What was seen' : 'Answer'}
          text={toText(step.response)}
        />
      )}
      {step.request === null && step.response === null && error === null && note === null && (
        <p className="muted">{silence(step)}</p>
      )}
    </section>
  );
}

const toText = (value: JsonObject): string => JSON.stringify(value, null, 2);

function requestTitle({ state }: ProbeStep): string {
  if (state === 'pending') return 'Request, as it will be sent';
  return state === 'not-reached' || state === 'skipped' ? 'Request, not sent' : 'Request';
}

function silence({ call, state }: ProbeStep): string {
  if (state === 'not-reached') return 'It was not reached.';
  return call === 'Observe'
    ? 'No call: after StartContainer it is looked at what becomes of the container.'
    : 'Nothing is known of it yet.';
}

function Times({ step }: { step: ProbeStep }) {
  const { startedAt, durationMs, usualMs, usualP95Ms } = step;
  return (
    <p className="muted num panel-times">
      {startedAt !== null && (
        <span>
          began <At at={startedAt} millis /> UTC
        </span>
      )}
      {durationMs !== null && <span>took {formatDuration(durationMs)}</span>}
      {usualMs === null ? (
        <span>what is usual here is not known yet</span>
      ) : (
        <span>
          usually {formatDuration(usualMs)}
          {usualP95Ms !== null && `, 19 of 20 within ${formatDuration(usualP95Ms)}`}
        </span>
      )}
    </p>
  );
}

interface FailureProps {
  readonly step: ProbeStep;
  readonly error: NonNullable<ProbeStep['error']>;
}

/** The cause in words, what to look at, what mends it; under it the error as the runtime gave it. */
function Failure({ step: { call, cause, causeText }, error }: FailureProps) {
  return (
    <>
      <section className="card cause-card" aria-label="Cause">
        <p className="card-head">
          {causeText !== null && cause !== null && <span className="slug">{cause}</span>}
          <span className="slug">{call}</span>
          <span className="slug">{error.code}</span>
        </p>
        <h3>{causeText?.title ?? 'No known cause fits'}</h3>
        <p className="cause-text">
          {causeText?.explanation ?? 'The innermost message of the error is marked below.'}
        </p>
        {causeText !== null && (
          <>
            <p className="cause-text muted">{causeText.impact}</p>
            <Advice {...causeText} />
          </>
        )}
      </section>
      <div className="card panel-card">
        <h3>Error</h3>
        <RawError {...error} />
      </div>
    </>
  );
}
