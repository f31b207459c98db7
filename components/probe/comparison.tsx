import type { ProbeComparison } from '../../server/contract/probe.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';

type StageRow = ProbeComparison['stages'][number];
type SubjectRow = ProbeComparison['subjects'][number];

const READING_WORD: Readonly<Record<StageRow['reading'], string>> = {
  'same-ok': 'both pass',
  'same-failure': 'both fail alike',
  'other-failure': 'both fail, each otherwise',
  'only-pod-fails': 'passes here, fails there',
  'only-probe-fails': 'fails here, passes there',
  open: 'not told',
};

const SUBJECT_WORD: Readonly<Record<SubjectRow['subject'], string>> = {
  image: 'image',
  'runtime-handler': 'runtime handler',
  mounts: 'mounts',
  network: 'network',
  security: 'security',
  command: 'command',
  resources: 'resources',
};

const PROBE_ICON: Readonly<Record<StageRow['probe'], IconState>> = {
  pending: 'not-reached',
  running: 'running',
  ok: 'ok',
  skipped: 'skipped',
  failed: 'failed',
  cancelled: 'warning',
  'not-reached': 'not-reached',
};

/** The probe beside the stuck pod: what follows first, then stage by stage, then what is left to suspect. */
export function Comparison({ comparison }: { comparison: ProbeComparison }) {
  const { pod, sentence, stages, subjects } = comparison;
  const suspects = subjects.filter(({ isSuspect }) => isSuspect);
  const others = subjects.filter(({ isSuspect }) => !isSuspect);
  return (
    <section className="card comparison" aria-labelledby="comparison-title">
      <h2 id="comparison-title">
        Beside {pod.name}
        {pod.container !== null && ` › ${pod.container}`}
      </h2>
      <p className="comparison-sentence">{sentence}</p>
      <table className="comparison-stages">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Probe</th>
            <th scope="col">Pod</th>
            <th scope="col">Read together</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((row) => (
            <tr key={row.stage} data-reading={row.reading}>
              <th scope="row">{STAGE_LABEL[row.stage]}</th>
              <td>
                <StateIcon state={PROBE_ICON[row.probe]} label={row.probe} />
              </td>
              <td>
                <StateIcon state={row.pod} label={row.pod} />
              </td>
              <td>{READING_WORD[row.reading]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {suspects.length > 0 && (
        <>
          <h3>Left to suspect</h3>
          <Subjects subjects={suspects} />
        </>
      )}
      {others.length > 0 && (
        <details>
          <summary className="muted">
            {suspects.length > 0 ? 'The others' : 'What is the same and what is not'}
          </summary>
          <Subjects subjects={others} />
        </details>
      )}
    </section>
  );
}

function Subjects({ subjects }: { subjects: readonly SubjectRow[] }) {
  return (
    <dl className="subjects">
      {subjects.map(({ subject, probe, pod, verdict, isSuspect }) => (
        <div key={subject}>
          <dt className={isSuspect ? 'tone-run' : 'muted'}>{SUBJECT_WORD[subject]}</dt>
          {verdict === 'same' ? (
            <dd>
              <span className="muted">same:</span> {pod}
            </dd>
          ) : (
            <>
              <dd>
                <span className="muted">pod</span> {pod}
              </dd>
              <dd>
                <span className="muted">probe</span> {probe}
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  );
}
