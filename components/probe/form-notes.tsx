import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { pagePaths } from '../../server/contract/paths.ts';
import type { ProbeOptions } from '../../server/contract/probe.ts';

/** What to know before a probe: what is wrong with the node already, and what of the template is left out. */
export function FormNotes({ options }: { options: ProbeOptions }) {
  const { warnings, leftOut } = options;
  return (
    <>
      {warnings.length > 0 && (
        <ul className="probe-warnings" aria-label="Warnings">
          {warnings.map(({ text, cause }) => (
            <li key={text}>
              <TriangleAlert aria-hidden />
              <span>{text}</span>
              {cause !== null && (
                <Link className="slug" href={pagePaths.pods(`cause:${cause}`)} prefetch={false}>
                  {cause}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <details className="fold card" open={leftOut.length <= 6}>
          <summary>
            Not taken over from the pod <span className="muted num">{leftOut.length}</span>
          </summary>
          <dl className="left-out">
            {leftOut.map(({ what, why }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd className="muted">{why}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
