import type { Transition } from '../../contract/history.ts';
import { sampleDetail, sampleRow } from '../../http/testing/samples.ts';
import type { Entry } from '../entries.ts';
import { toTime } from '../entries.ts';

/** Ages are of no interest where processes are killed. */
export const SAMPLE_LIMITS = { maxAgeMs: 1_000 * 3_600_000, maxBytes: 256 * 1024 * 1024 };
const KILLED_POD = { namespace: 'shop', name: 'api', uid: 'uid-api' };

/** The entry with this number: a transition whose summary bears it, and now and then a detail as ballast. */
export function sampleEntry(number: number): readonly Entry[] {
  const atMs = Date.now();
  const detail = sampleDetail(sampleRow('shop', 'api'));
  const pod = { kind: 'pod', pod: KILLED_POD, seenAtMs: atMs, goneAtMs: null, detail } as const;
  const transition: Transition = {
    ...{ at: toTime(atMs), outcome: 'stuck', stage: 'pull', state: 'failed' },
    ...{ cause: null, container: null, summary: `${number} ${'x'.repeat(500)}` },
  };
  const entry: Entry = { kind: 'transition', pod: KILLED_POD, transition };
  return number % 10 === 0 ? [pod, entry] : [entry];
}
