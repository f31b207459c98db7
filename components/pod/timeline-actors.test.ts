import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '../../server/contract/pod.ts';
import type { Actor } from './actors.ts';
import { toChips } from './timeline-actors.ts';
import { nearestEntry } from './timeline-moment.ts';

function entry(actor: Actor, second: number): TimelineEntry {
  const at = `2026-01-31T03:12:0${second}.000Z`;
  return { at, actor, text: `${actor} ${second}`, outcome: 'ok', durationMs: null, count: 1 };
}

const ENTRIES = [entry('kubelet', 1), entry('runtime', 2), entry('runtime', 3), entry('kernel', 4)];
const read = (asked: string | null) =>
  toChips(ENTRIES, asked).map((c) => `${c.actor} ${c.count} ${c.isShown} → ${c.next}`);

describe('actors of a timeline', () => {
  it('all are shown; a chip picks its own', () => {
    expect(read(null)).toEqual([
      'kubelet 1 true → kubelet',
      'runtime 2 true → runtime',
      'kernel 1 true → kernel',
    ]);
  });

  it('further chips are added, and the last one taken away brings all back', () => {
    expect(read('runtime')).toEqual([
      'kubelet 1 false → kubelet,runtime',
      'runtime 2 true → null',
      'kernel 1 false → runtime,kernel',
    ]);
    expect(read('kubelet,runtime')[2]).toBe('kernel 1 false → null');
  });

  it('what the address says wrong is not heard', () => {
    expect(read('nobody')).toEqual(read(null));
  });
});

describe('the moment of a piece of evidence', () => {
  it('is the nearest entry', () => {
    expect(nearestEntry(ENTRIES, '2026-01-31T03:12:02.400Z')?.text).toBe('runtime 2');
    expect(nearestEntry(ENTRIES, '2026-01-31T09:00:00.000Z')?.text).toBe('kernel 4');
    expect(nearestEntry(ENTRIES, null)).toBeNull();
    expect(nearestEntry(ENTRIES, 'yesterday')).toBeNull();
    expect(nearestEntry([], '2026-01-31T03:12:02.400Z')).toBeNull();
  });
});
