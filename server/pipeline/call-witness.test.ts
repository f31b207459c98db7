import { describe, expect, it } from 'vitest';
import type { NodeProcess } from '../contract/host-facts.ts';
import type { CallRecord } from '../contract/journal.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { PullActivity } from '../contract/pull-activity.ts';
import { available } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { CallBook } from './call-list.ts';
import { diagnose } from './diagnose.ts';
import {
  ago,
  CONTAINER_ID,
  call,
  container,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  node,
  type Parts,
  runSandbox,
  SANDBOX_ID,
  sandbox,
  syncError,
  UID,
  waiting,
} from './testing/builders.ts';

const IMAGE = 'registry.example/shop/app:1';
const open = { outcome: 'open', endedAtMs: null } as const;
const facts = noFurtherFacts('not there');

function rows(parts: Parts, filter: Parameters<CallBook['rows']>[0] = {}) {
  return new CallBook(node(parts), NOW_MS).rows(filter);
}

/** The outcome of one open call, and who witnesses it. */
function judged(record: CallRecord, parts: Parts = {}) {
  const [row] = rows({ kubeletLog: null, ...parts, calls: [record] });
  return [row?.outcome, ...(row?.witnesses ?? []).map((witness) => witness.source)];
}

const pull = call({ call: 'PullImage', imageRef: IMAGE, ...open });
const waits = [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })];
const held: PullActivity = {
  imageRef: IMAGE,
  manifestDigest: 'sha256:1',
  layers: [
    {
      digest: 'sha256:2',
      state: 'downloading',
      doneBytes: 10,
      totalBytes: 100,
      startedAtMs: ago(99),
      updatedAtMs: ago(90),
    },
  ],
  layersDropped: 0,
  isShared: false,
  samples: [],
  movedAtMs: ago(90),
  longestPauseMs: 0,
  unpack: null,
};
const pulls = (activity: PullActivity): Partial<NodeSnapshot> => ({
  pulls: available([activity], NOW_MS),
});
const boot = (runtimeStartedAtMs: number): Partial<NodeSnapshot> => ({
  host: {
    ...facts.host,
    boot: available(
      {
        bootedAtMs: ago(90_000),
        runtimeStartedAtMs,
        kubeletStartedAtMs: null,
        kernelRelease: null,
        cgroupVersion: 2,
      },
      NOW_MS,
    ),
  },
});
const processes = (given: Partial<NodeProcess>): Partial<NodeSnapshot> => ({
  host: {
    ...facts.host,
    processes: available(
      [
        {
          pid: 7,
          parentPid: 1,
          command: 'bridge',
          state: 'S',
          waitChannel: null,
          startedAtMs: ago(99),
          kind: 'cni',
          sandboxOrContainerId: null,
          podUid: UID,
          ignoresTerm: null,
          ...given,
        },
      ],
      NOW_MS,
    ),
  },
});
const hung: Partial<NodeSnapshot> = {
  health: {
    state: 'hung',
    since: null,
    lastAnswerAt: null,
    hangingCall: 'Version',
    message: 'containerd has not answered for 14 s; Version hangs.',
    callsInFlight: 1,
  },
};

describe('a call without an end is in flight only where something else says so', () => {
  const start = call({ call: 'StartContainer', containerId: CONTAINER_ID, ...open });
  const stop = call({ call: 'StopContainer', containerId: CONTAINER_ID, ...open });
  const create = call({
    call: 'CreateContainer',
    sandboxId: SANDBOX_ID,
    container: { name: 'app', attempt: 0 },
    ...open,
  });
  const standing = { sandboxes: [sandbox()] };

  it.each<[string, CallRecord, Parts, readonly string[]]>([
    ['pull: nothing else', pull, {}, ['unknown']],
    ['pull: bytes held', pull, { more: pulls(held) }, ['in-flight', 'containerd']],
    [
      'pull: bytes of nobody known',
      pull,
      { more: pulls({ ...held, isShared: true }) },
      ['unknown'],
    ],
    ['pull: kubelet waits', pull, { ...standing, kubelet: waits }, ['in-flight', 'kubelet']],
    [
      'pull: bytes held although lines were lost',
      { ...pull, doubt: '3 lines were suppressed' },
      { more: pulls(held) },
      ['in-flight', 'containerd'],
    ],
    [
      'pull: lines were lost, kubelet waits',
      { ...pull, doubt: '3 lines were suppressed' },
      { ...standing, kubelet: waits },
      ['unknown'],
    ],
    [
      'pull: the runtime was started since',
      pull,
      { more: { ...pulls(held), ...boot(ago(50)) } },
      ['unknown'],
    ],
    ['pull: the runtime hangs', pull, { more: hung }, ['in-flight', 'cri']],
    ['sandbox: nothing else', runSandbox(open), {}, ['unknown']],
    ['sandbox: its plugin runs', runSandbox(open), { more: processes({}) }, ['in-flight', 'host']],
    [
      'sandbox: a plugin of another pod runs',
      runSandbox(open),
      { more: processes({ podUid: 'other' }) },
      ['unknown'],
    ],
    [
      'sandbox: an older plugin runs',
      runSandbox(open),
      { more: processes({ startedAtMs: ago(500) }) },
      ['unknown'],
    ],
    [
      'sandbox: kubelet’s log is silent',
      runSandbox(open),
      { kubeletLog: [] },
      ['in-flight', 'kubelet-log'],
    ],
    [
      'sandbox: kubelet told its end',
      runSandbox(open),
      { kubeletLog: [syncError('x')] },
      ['unknown'],
    ],
    ['sandbox: it stands', runSandbox(open), { ...standing, kubeletLog: [] }, ['unknown']],
    ['create: kubelet waits', create, { ...standing, kubelet: waits }, ['in-flight', 'kubelet']],
    [
      'create: the record is there',
      create,
      { ...standing, containers: [container()], kubelet: waits },
      ['unknown'],
    ],
    [
      'start: created',
      start,
      { containers: [container({ state: 'created' })] },
      ['in-flight', 'cri'],
    ],
    ['start: running', start, { containers: [container()] }, ['unknown']],
    ['stop: running', stop, { containers: [container()] }, ['in-flight', 'cri']],
    ['stop: exited', stop, { containers: [container({ state: 'exited' })] }, ['unknown']],
    ['stop: unknown container', stop, {}, ['unknown']],
    [
      'stop sandbox: ready',
      call({ call: 'StopPodSandbox', sandboxId: SANDBOX_ID, ...open }),
      standing,
      ['in-flight', 'cri'],
    ],
    [
      'remove sandbox: still listed',
      call({ call: 'RemovePodSandbox', sandboxId: SANDBOX_ID, ...open }),
      { sandboxes: [sandbox({ state: 'not-ready' })] },
      ['in-flight', 'cri'],
    ],
  ])('%s', (_, record, parts, expected) => {
    expect(judged(record, parts)).toEqual(expected);
  });

  it('a list that is older than the call is no witness', () => {
    const stale = { containers: available([container({ state: 'created' })], ago(200)) };
    expect(judged(start, { more: stale })).toEqual(['unknown']);
  });

  it('says why it is not known, and the node’s list agrees', () => {
    const [row] = rows({ calls: [pull], kubeletLog: null, kubelet: null });
    expect(row?.doubt).toContain('cannot be read');
    const parts: Parts = { sandboxes: [sandbox()], calls: [pull], kubelet: waits };
    expect(diagnose(node(parts), NOW_MS).callsInFlight).toHaveLength(1);
    const lost = { ...parts, calls: [{ ...pull, doubt: 'lines were lost' }] };
    expect(diagnose(node(lost), NOW_MS).callsInFlight).toEqual([]);
  });
});
