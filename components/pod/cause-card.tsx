import type { PodDetail, StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { StateLink } from '../data/state-link.tsx';
import { Advice } from '../ui/advice.tsx';
import { formatDuration } from '../ui/format.ts';
import { STEP_WORD, StateIcon } from '../ui/state-icon.tsx';
import { At } from '../ui/time.tsx';
import { toScript } from './commands-script.ts';
import { isSameCell } from './matrix-model.ts';

/** Why: the cause in words, what it means for this pod, what to do. */
export function CauseCard({ pod, cell }: { pod: PodDetail; cell: StageCell | null }) {
  const isDeciding = cell === null || isSameCell(cell, pod.verdict);
  return (
    <section className="card cause-card" aria-labelledby="cause-title">
      {isDeciding ? <Deciding pod={pod} /> : <OtherCell pod={pod} cell={cell} />}
    </section>
  );
}

function place(cell: {
  readonly container: string | null;
  readonly stage: StageCell['stage'];
}): string {
  return `${cell.container ?? 'pod'} › ${STAGE_LABEL[cell.stage]}`;
}

function Deciding({ pod }: { pod: PodDetail }) {
  const { verdict, cause } = pod;
  if (cause === null) return <NoCause pod={pod} />;
  return (
    <>
      <p className="card-head">
        <span className="slug">{cause.id}</span>
        <span className="slug">{place(verdict)}</span>
      </p>
      <h3 id="cause-title">{cause.title}</h3>
      <p className="cause-text">{cause.explanation}</p>
      <p className="cause-text muted">{cause.impact}</p>
      <Advice
        {...cause}
        script={
          cause.nextChecks.some(({ command }) => command !== null) ? () => toScript(pod) : undefined
        }
      />
    </>
  );
}

function NoCause({ pod }: { pod: PodDetail }) {
  const { verdict } = pod;
  const steps = pod.stages.find((cell) => isSameCell(cell, verdict))?.steps ?? [];
  const waiting = steps.find(({ waitsFor }) => waitsFor !== null);
  const isCalm = verdict.outcome === 'ready' || verdict.outcome === 'completed';
  return (
    <>
      <p className="card-head">
        <span className="slug">{place(verdict)}</span>
      </p>
      <h3 id="cause-title">
        <StateIcon state={isCalm ? 'ok' : verdict.state} />{' '}
        {isCalm
          ? 'Nothing is wrong'
          : verdict.state === 'failed'
            ? 'No known cause fits'
            : verdict.summary}
      </h3>
      {isCalm && (
        <p className="cause-text muted">Every call of this pod came back without an error.</p>
      )}
      {waiting !== undefined && (
        <p className="cause-text">
          {waiting.label} waits for {waiting.waitsFor}.
        </p>
      )}
      {verdict.state === 'running' && (
        <p className="cause-text muted">
          The call is in flight. It counts as stuck when it fails, or when it takes longer than is
          usual here without moving.
        </p>
      )}
      {verdict.state === 'failed' && verdict.message !== null && (
        <p className="cause-text">
          The message, as it was given: <code>{verdict.message}</code>
        </p>
      )}
      {verdict.needs.length > 0 && (
        <p className="cause-text">
          To know more, these sources are needed: {verdict.needs.join(', ')}. The panel “Sources”
          says how to enable them.
        </p>
      )}
    </>
  );
}

function OtherCell({ pod, cell }: { pod: PodDetail; cell: StageCell }) {
  return (
    <>
      <p className="card-head">
        <span className="slug">{place(cell)}</span>
      </p>
      <h3 id="cause-title">
        <StateIcon state={cell.state} /> {cell.word}
      </h3>
      <dl className="cell-facts">
        <div>
          <dt>State</dt>
          <dd>{STEP_WORD[cell.state]}</dd>
        </div>
        {cell.startedAt !== null && (
          <div>
            <dt>Began</dt>
            <dd>
              <At at={cell.startedAt} millis /> UTC
            </dd>
          </div>
        )}
        {cell.durationMs !== null && (
          <div>
            <dt>Took</dt>
            <dd>{formatDuration(cell.durationMs)}</dd>
          </div>
        )}
        {cell.detail !== null && (
          <div>
            <dt>Detail</dt>
            <dd>{cell.detail}</dd>
          </div>
        )}
      </dl>
      <p className="cause-text muted">
        {cell.state === 'not-reached' ? 'It waits for ' : 'The pod’s verdict stands at '}
        <StateLink className="link" change={{ container: null, stage: null }}>
          {place(pod.verdict)}
        </StateLink>
        .
      </p>
    </>
  );
}
