import { words } from './expectations.ts';
import type { Judged, Watched } from './watched.ts';
import { settle, subjectRow } from './watched.ts';

/**
 * Without kubelet: a verdict must be right (its cause may be missing) or say that it does not know; a pod of which the
 * runtime has no trace need not be seen.
 */
export function judgeBlind(watched: Watched): Promise<Judged> {
  const { expectation } = watched;
  return settle(watched, async () => {
    const row = await subjectRow(watched);
    if (row === null) return { found: 'not seen', evidenceCount: 0, problem: null };
    const { verdict } = row;
    const found = words(verdict);
    const isUnknown = verdict.outcome === 'unknown' || verdict.state === 'unknown';
    const isRight =
      found === words(expectation) || found === words({ ...expectation, cause: null });
    const problem = isUnknown || isRight ? null : 'wrong without kubelet';
    return { found, evidenceCount: verdict.evidence.length, problem };
  });
}
