'use client';
import Link from 'next/link';
import type { CallInFlight } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { useClockValue } from '../ui/clock.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

/** Shorter calls are normal life and would only flicker. */
const WORTH_TELLING_MS = 2_000;

/** Calls that began and have not ended. */
export function CallsInFlight({ calls }: { calls: readonly CallInFlight[] }) {
  const shown = useClockValue(
    (now) => calls.filter((c) => now - Date.parse(c.since) >= WORTH_TELLING_MS).length,
  );
  // Oldest first: the first `shown` calls are those that are old enough.
  const sorted = calls
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
    .slice(0, shown);
  return (
    <section aria-labelledby="calls-title">
      <h2 id="calls-title">
        Calls in flight{' '}
        <Link className="link all-calls" href={pagePaths.calls()} prefetch={false}>
          all calls
        </Link>
      </h2>
      {sorted.length === 0 ? (
        <p className="nothing card muted">
          No call to the runtime has been running for longer than 2 s.
        </p>
      ) : (
        <div className="card">
          <table className="table calls live-data">
            <thead>
              <tr>
                <th scope="col">Call</th>
                <th scope="col">For</th>
                <th scope="col" className="right">
                  Since
                </th>
                <th scope="col">What it is doing</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((call) => (
                <tr key={`${call.call} ${call.subject} ${call.since}`}>
                  <td className="nowrap">
                    <StateIcon state="running" label="in flight" />{' '}
                    <Link
                      className="strong"
                      href={pagePaths.calls(`call:${call.call} outcome:in-flight`)}
                      prefetch={false}
                    >
                      {call.call}
                    </Link>
                  </td>
                  <td className="calls-subject">{call.subject ?? '–'}</td>
                  <td className="right nowrap">
                    <Ago at={call.since} />
                  </td>
                  <td className="muted">{call.detail ?? 'the runtime does not say'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
