import type { KubeletSight } from '../product-flags.ts';
import { words } from './expectations.ts';
import type { Judged, Watched } from './watched.ts';
import { settle, subjectRow } from './watched.ts';

/**
 * What the runtime alone cannot tell: CRI does not say which container is an init container, nor whether one that runs is
 * ready. With neither kubelet nor its log the plain reading of the lists is right.
 */
const PLAIN_READING: Readonly<Record<string, string>> = {
  readiness: 'ready run ok -',
  'init-hangs': 'ready run ok -',
  'init-fails': 'stuck run failed app-exit-nonzero',
};

/**
 * With less than all of kubelet: a verdict must be right (its cause may be missing) or say that it does not know; a pod
 * of which there is no trace need not be seen.
 */
export function judgeBlind(watched: Watched, sight: KubeletSight): Promise<Judged> {
  const { expectation } = watched;
  const right = new Set([words(expectation), words({ ...expectation, cause: null })]);
  const plain = PLAIN_READING[expectation.scenario];
  if (sight === 'none' && plain !== undefined) right.add(plain);
  return settle(watched, async () => {
    const row = await subjectRow(watched);
    if (row === null) return { found: 'not seen', evidenceCount: 0, problem: null };
    const { verdict } = row;
    const found = words(verdict);
    const isUnknown = verdict.outcome === 'unknown' || verdict.state === 'unknown';
    const problem = isUnknown || right.has(found) ? null : 'wrong with less to see';
    return { found, evidenceCount: verdict.evidence.length, problem };
  });
}
