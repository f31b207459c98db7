import type { CallList } from '../../server/contract/call.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { nameReserved } from './faults/name-reserved.ts';
import { pullHung } from './faults/pull-hung.ts';
import { expect, test } from './lab-test.ts';

test('calls in flight stand first, each with its witness; what was refused since is told as failed', async ({
  node,
}) => {
  const [reserved, hung] = await Promise.all([node.apply(nameReserved), node.apply(pullHung)]);
  await expect(async () => {
    const { calls } = await node.dashboard.get<CallList>(apiPaths.calls());
    const isMeant = (uid: string | null) => uid === reserved.uid || uid === hung.uid;
    const open = calls.filter(({ outcome }) => outcome === 'in-flight');
    expect(calls.slice(0, open.length)).toEqual(open);
    const own = open.filter(({ uid }) => isMeant(uid));
    expect(own.map(({ call }) => call).sort()).toEqual(['PullImage', 'RunPodSandbox']);
    expect(own.every(({ witnesses }) => witnesses.length > 0)).toBe(true);

    const failed = calls.find(({ uid, outcome }) => uid === reserved.uid && outcome === 'failed');
    expect(failed).toMatchObject({ call: 'RunPodSandbox', cause: 'sandbox-name-reserved' });
    const [first] = own.filter(({ uid }) => uid === reserved.uid);
    expect(Date.parse(first?.beganAt ?? '')).toBeLessThan(Date.parse(failed?.beganAt ?? ''));
  }).toPass({ timeout: 60_000, intervals: [500] });
});
