import type { KubeletSight } from '../product-flags.ts';
import { words } from './expectations.ts';
import type { Judged, Watched } from './watched.ts';
import { settle, subjectRow } from './watched.ts';

/**
 * What cannot be told, and what the plain reading of the lists is then. Which container is an init container stands
 * neither in CRI nor in kubelet's log; whether one that runs is ready, in its log only.
 */
const PLAIN_READING: Readonly<Record<string, { words: string; sights: readonly KubeletSight[] }>> =
  {
    'init-hangs': { words: 'ready run ok -', sights: ['log', 'none'] },
    'init-fails': { words: 'stuck run failed app-exit-nonzero', sights: ['log', 'none'] },
    readiness: { words: 'ready run ok -', sights: ['none'] },
  };

/**
 * With less than all of kubelet: a verdict must be right (its cause may be missing) or say that it does not know; a pod
 * of which there is no trace need not be seen.
 */
export function judgeBlind(watched: Watched, sight: KubeletSight): Promise<Judged> {
  const { expectation } = watched;
  const right = new Set([words(expectation), words({ ...expectation, cause: null })]);
  const plain = PLAIN_READING[expectation.scenario];
  if (plain?.sights.includes(sight) === true) right.add(plain.words);
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
