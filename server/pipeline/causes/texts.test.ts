import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../../contract/stage.ts';
import { failedAt } from '../testing/stopped-view.ts';
import type { TextCause } from '../text-cause.ts';
import { findCause } from '../verdict.ts';
import { CAUSES } from './index.ts';

interface Known {
  readonly stage: Stage;
  readonly cause: string;
  readonly text: string;
}

const table = JSON.parse(
  readFileSync(new URL('./fixtures/error-texts.json', import.meta.url), 'utf8'),
) as { known: Known[]; unknown: Omit<Known, 'cause'>[] };

const TEXT_CAUSES = CAUSES.filter((cause): cause is TextCause => 'tells' in cause);

function claimedBy(stage: Stage, text: string): string[] {
  return TEXT_CAUSES.filter((cause) => cause.stages.includes(stage) && cause.tells(text)).map(
    (cause) => cause.id,
  );
}

describe('error texts and their causes', () => {
  it.each(table.known)('$stage: $cause ← $text', ({ stage, cause, text }) => {
    const found = findCause(failedAt(stage, text), 0);
    expect(found?.cause.id).toBe(cause);
    expect(found?.outcome.evidence.length).toBeGreaterThan(0);
    expect(found?.outcome.detail).not.toBe('');
    expect(found?.outcome.detail.length).toBeLessThanOrEqual(160);
  });

  it.each(table.unknown)('$stage: nobody claims $text', ({ stage, text }) => {
    expect(findCause(failedAt(stage, text), 0)).toBeNull();
  });
});

describe('the matrix of texts and causes', () => {
  it('shows who else would claim a text, so that a new rule that steals one is seen', () => {
    const shared = new Map<string, Set<string>>();
    for (const { stage, cause, text } of table.known) {
      for (const other of claimedBy(stage, text)) {
        if (other === cause) continue;
        const others = shared.get(cause) ?? new Set();
        shared.set(cause, others.add(other));
      }
    }
    const rows = [...shared].map(
      ([cause, others]) => `${cause} < ${[...others].sort().join(', ')}`,
    );
    expect(rows.sort()).toMatchSnapshot();
  });

  it('holds at least one text for every cause of texts that the scenario table names', () => {
    const told = new Set(table.known.map((row) => row.cause));
    const named = [
      'image-not-found',
      'image-unauthorized',
      'registry-refused',
      'rate-limited',
      'invalid-image-name',
      'image-never-pull',
      'run-as-nonroot-root-image',
      'mount-source-missing',
      'user-not-in-image',
      'seccomp-profile-missing',
      'exec-not-found',
      'exec-permission-denied',
      'mount-type-mismatch',
      'memory-limit-too-low',
      'hostpath-type-check-failed',
      'volume-secret-missing',
      'cni-config-missing',
      'cni-plugin-binary-missing',
      'ipam-exhausted',
      'sandbox-image-network',
      'runtime-handler-not-configured',
      'host-port-conflict',
      'network-teardown-failed',
      'runtime-down',
    ];
    expect(named.filter((id) => !told.has(id))).toEqual([]);
  });
});

describe('every cause of texts', () => {
  it.each(TEXT_CAUSES)(
    '$id is clear where its stage is well, and blind where nobody tells',
    (cause) => {
      const [stage = 'pull'] = cause.stages;
      const well = failedAt(stage, 'x', { stop: null, textClues: [] });
      expect(cause.match(well, 0).result).toBe('clear');
      const dark = failedAt(stage, 'x');
      const stop =
        dark.stop === null
          ? null
          : { ...dark.stop, state: 'unknown' as const, clues: [], needs: ['kubelet' as const] };
      expect(cause.match({ ...dark, stop, textClues: [] }, 0)).toEqual({
        result: 'blind',
        needs: ['kubelet'],
      });
      expect(cause.match(failedAt(stage, 'nothing that anybody knows'), 0).result).toBe('clear');
    },
  );
});

describe('every cause', () => {
  it('has an id of its own, a folder of its group, plain words and commands without open ends', () => {
    expect(new Set(CAUSES.map((cause) => cause.id)).size).toBe(CAUSES.length);
    for (const cause of CAUSES) {
      const view = failedAt(cause.stages[0] ?? 'pull', 'x');
      expect(cause.explanation.length, cause.id).toBeGreaterThan(60);
      expect(cause.explanation.length, cause.id).toBeLessThan(340);
      const checks = cause.nextChecks(view);
      expect(checks.length, cause.id).toBeGreaterThan(0);
      const told = checks.map((check) => `${check.text} ${check.command}`).join(' ');
      expect(told, cause.id).not.toContain('undefined');
    }
  });
});
