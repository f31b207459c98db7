import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '../../server/contract/pod.ts';
import { foldRepeats } from './fold-repeats.ts';

function entry(text: string): TimelineEntry {
  return {
    at: '2026-01-31T03:12:04.000Z',
    actor: 'runtime',
    text,
    outcome: 'failed',
    durationMs: null,
    count: 1,
  };
}

function read(texts: readonly string[]): readonly string[] {
  return foldRepeats(texts.map(entry)).map((part) =>
    part.kind === 'entry' ? part.entry.text : `fold of ${part.entries.length}`,
  );
}

describe('foldRepeats', () => {
  it('a retry loop becomes its first and its last round', () => {
    const loop = ['pull', 'back-off 10s', 'pull', 'back-off 20s', 'pull', 'back-off 40s', 'pull'];
    expect(read(['sandbox', ...loop, ...loop])).toEqual([
      'sandbox',
      'pull',
      'back-off 10s',
      'fold of 10',
      'back-off 40s',
      'pull',
    ]);
  });

  it('what is new within a loop stays in sight', () => {
    expect(read(['a', 'a', 'a', 'a', 'b', 'a', 'a', 'a', 'a'])).toEqual([
      'a',
      'fold of 3',
      'b',
      'fold of 3',
      'a',
    ]);
  });

  it('short histories are told whole', () => {
    expect(read(['a', 'a', 'a'])).toEqual(['a', 'a', 'a']);
    expect(read([])).toEqual([]);
  });
});
