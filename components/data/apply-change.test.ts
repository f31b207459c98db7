import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { LiveChange } from '../../server/contract/live.ts';
import type { PodList } from '../../server/contract/pod.ts';
import { AS_OF, nodeStatus, podDetail, podRow } from '../testing/fixtures.ts';
import { applyChange } from './apply-change.ts';
import { keys } from './queries.ts';

const POD = { namespace: 'shop', name: 'checkout', uid: null };

function change(part: Partial<LiveChange>): LiveChange {
  return {
    version: 1,
    asOf: AS_OF,
    stale: false,
    node: nodeStatus(),
    findings: null,
    pods: { complete: false, upserted: [], removed: [] },
    pod: null,
    ...part,
  };
}

function namesIn(client: QueryClient): readonly string[] | undefined {
  return client.getQueryData<PodList>(keys.pods)?.pods.map((pod) => pod.name);
}

describe('applyChange', () => {
  it('a whole list replaces, a difference merges, and what did not change stays the same object', () => {
    const client = new QueryClient();
    const whole = { complete: true, upserted: [podRow('a'), podRow('b')], removed: [] };
    applyChange(client, change({ pods: whole }), null);
    const before = client.getQueryData<PodList>(keys.pods)?.pods[0];
    const difference = { complete: false, upserted: [podRow('c')], removed: ['shop/b/uid-b'] };
    applyChange(client, change({ pods: difference }), null);
    expect(namesIn(client)).toEqual(['a', 'c']);
    expect(client.getQueryData<PodList>(keys.pods)?.pods[0]).toBe(before);
  });

  it('a difference to a list that was never told is no list', () => {
    const client = new QueryClient();
    applyChange(client, change({}), null);
    expect(namesIn(client)).toBeUndefined();
  });

  it('unchanged findings stay', () => {
    const client = new QueryClient();
    client.setQueryData(keys.findings, { asOf: '', stale: true, findings: [{ id: 'f1' }] });
    applyChange(client, change({}), null);
    expect(client.getQueryData(keys.findings)).toMatchObject({
      asOf: AS_OF,
      stale: false,
      findings: [{ id: 'f1' }],
    });
  });

  it('a pod that is gone keeps what was known of it, and comes back', () => {
    const client = new QueryClient();
    applyChange(client, change({ pod: podDetail('checkout') }), POD);
    applyChange(client, change({ pod: 'gone' }), POD);
    expect(client.getQueryData(keys.pod(POD))).toMatchObject({
      isGone: true,
      pod: { name: 'checkout' },
    });
    applyChange(client, change({ pod: podDetail('checkout') }), POD);
    expect(client.getQueryData(keys.pod(POD))).toMatchObject({ isGone: false });
  });
});
