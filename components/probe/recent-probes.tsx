import type { ProbeList } from '../../server/contract/probe.ts';
import { Cut } from '../ui/cut.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';
import { ProbeLink } from './probe-link.tsx';
import { STATE_ICON, STATE_WORD } from './probe-words.ts';

/** Probes since the server started: what each proved. */
export function RecentProbes({ probes }: { probes: ProbeList['probes'] }) {
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title">Probes so far</h2>
      <ul className="recent card">
        {probes.map(({ id, state, sentence, image, user, startedAt }) => (
          <li key={id}>
            <ProbeLink to={{ id }} className="recent-row">
              <StateIcon state={STATE_ICON[state]} label={STATE_WORD[state]} />
              <span className="recent-sentence">{sentence}</span>
              <span className="recent-image mono muted">
                <Cut text={image} />
              </span>
              <span className="recent-user muted">{user}</span>
              <span className="recent-when num muted">
                <Ago at={startedAt} short />
              </span>
            </ProbeLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
