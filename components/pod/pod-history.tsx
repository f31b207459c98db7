import type { PodHistory, Transition } from '../../server/contract/history.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { tellSeries } from '../../server/contract/tell-series.ts';
import { podState } from '../data/tone.ts';
import { utcClock } from '../ui/format.ts';
import { STEP_TONE, StateIcon } from '../ui/state-icon.tsx';
import { Ago, At } from '../ui/time.tsx';

/** What is remembered of a pod: the series of failures in one line, and how its verdict changed. */
export function PodHistoryView({ history }: { history: PodHistory }) {
  const { transitions, transitionsDropped } = history;
  const changes = transitions.length + transitionsDropped;
  return (
    <div className="history">
      <p>
        <SeriesLine series={history.series} />
        <span className="muted">
          in the history for <Ago at={history.firstSeenAt} />
        </span>
      </p>
      {transitions.length > 0 && (
        <details>
          <summary className="muted">
            The verdict changed {changes === 1 ? 'once' : `${changes} times`}
          </summary>
          <ol className="transitions">
            {transitionsDropped > 0 && (
              <li className="muted transitions-dropped">
                {transitionsDropped} older changes are forgotten
              </li>
            )}
            {transitions.map((transition) => (
              <TransitionRow key={`${transition.at} ${transition.summary}`} {...transition} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function SeriesLine({ series }: Pick<PodHistory, 'series'>) {
  if (series === null) return null;
  return (
    <>
      <b>
        {series.call}: {tellSeries(series, (time) => `${utcClock(time)} UTC`)}
      </b>
      , the last failed <Ago at={series.lastFailureAt} /> ago <span className="muted">·</span>{' '}
    </>
  );
}

function TransitionRow(transition: Transition) {
  const state = podState(transition);
  const place = `${transition.container ?? 'pod'} › ${STAGE_LABEL[transition.stage]}`;
  return (
    <li className="transition">
      <span className="faint">
        <At at={transition.at} millis />
      </span>
      <StateIcon state={state} />
      <span className={`tone-${STEP_TONE[state]}`}>{transition.outcome}</span>
      <span className="transition-place muted">{place}</span>
      <span className="transition-text">{transition.summary}</span>
    </li>
  );
}
