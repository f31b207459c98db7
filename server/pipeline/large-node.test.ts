import { expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';
import { largeNode } from './testing/large-node.ts';

/** 2 s: a hundred times what it takes on an idle machine; a walk of every list for every pod takes longer. */
const FAR_TOO_LONG_MS = 2_000;

it('judges 500 pods with 1,200 containers and 20,000 calls without walking lists for each', () => {
  const { snapshot, nowMs } = largeNode();
  diagnose(snapshot, nowMs);
  const startedAtMs = performance.now();
  const { pods } = diagnose(snapshot, nowMs);
  const tookMs = performance.now() - startedAtMs;
  process.stdout.write(`\ndiagnose of a large node: ${tookMs.toFixed(1)} ms\n`);
  const causes = new Map<string | null, number>();
  for (const { verdict } of pods) causes.set(verdict.cause, (causes.get(verdict.cause) ?? 0) + 1);
  expect(Object.fromEntries(causes)).toEqual({
    null: 440,
    'image-not-found': 20,
    'exec-not-found': 20,
    'app-exit-nonzero': 20,
  });
  expect(tookMs).toBeLessThan(FAR_TOO_LONG_MS);
});
