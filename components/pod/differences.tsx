import type { Difference } from '../../server/contract/pod.ts';
import { SPEAKER } from '../data/speaker.ts';
import { Quote } from '../ui/quote.tsx';
import { StateIcon } from '../ui/state-icon.tsx';

/** Where what is wanted and what is there differ. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <section aria-labelledby="differences-title">
      <h2 id="differences-title">Wanted, and found</h2>
      <div className="card differences-frame">
        <table className="differences live-data">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Wanted</th>
              <th scope="col">Found</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <Row key={difference.subject} difference={difference} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ difference }: { difference: Difference }) {
  const { subject, wanted, found, evidence } = difference;
  return (
    <tr>
      <th scope="row">
        <StateIcon state="warning" /> {subject}
      </th>
      <td className="mono">{wanted}</td>
      <td>
        <span className="mono">{found}</span>
        {evidence.length > 0 && (
          <details>
            <summary className="muted">proof</summary>
            {evidence.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
              <Quote key={index} speaker={SPEAKER[piece.source]} {...piece} />
            ))}
          </details>
        )}
      </td>
    </tr>
  );
}
