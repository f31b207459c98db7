import { describe, expect, it } from 'vitest';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import { available } from '../contract/section.ts';
import { diagnose } from './diagnose.ts';
import {
  ago,
  CONTAINER_ID,
  container,
  ended,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  node,
  type Parts,
  runSandbox,
  SANDBOX_ID,
  sandbox,
  waiting,
} from './testing/builders.ts';
import { KUBELET_SITUATIONS } from './testing/situations-down.ts';
import { RUN_SITUATIONS } from './testing/situations-run.ts';
import { CNI_ERROR, START_SITUATIONS } from './testing/situations-start.ts';
import { verdictWords } from './testing/words.ts';

const ROWS = [...START_SITUATIONS, ...RUN_SITUATIONS, ...KUBELET_SITUATIONS];

describe('what is said of one pod', () => {
  it.each(ROWS)('$title: $verdict', ({ title: _title, verdict, ...parts }) => {
    const { pods } = diagnose(node(parts), NOW_MS);
    expect(pods.map(verdictWords)).toEqual([verdict]);
    const [pod] = pods;
    if (pod?.verdict.outcome === 'stuck') expect(pod.verdict.evidence).not.toEqual([]);
    if (pod?.verdict.state === 'unknown') expect(pod.verdict.needs).not.toEqual([]);
  });
});

describe('a call that was refused because an earlier one holds the name', () => {
  const refused = (secondsAgo: number) =>
    runSandbox({
      outcome: 'failed',
      error: 'failed to reserve sandbox name "web_shop_u1_0": name is reserved for "e1"',
      beganAtMs: ago(secondsAgo),
      endedAtMs: ago(secondsAgo),
      where: `containerd.log:${secondsAgo}`,
    });
  const told = (first: Partial<CallRecord>) => {
    const begin = runSandbox({ beganAtMs: ago(200), where: 'containerd.log:first', ...first });
    const snapshot = node({ kubelet: null, calls: [begin, refused(20), refused(10)] });
    return diagnose(snapshot, NOW_MS).pods[0]?.verdict;
  };

  it('tells what the earlier one died of', () => {
    const verdict = told({ outcome: 'failed', error: CNI_ERROR, endedAtMs: ago(190) });
    expect(verdict?.cause).toBe('cni-plugin-binary-missing');
    expect(verdict?.evidence[0]?.where).toBe('containerd.log:first');
  });

  it('names the earlier one while it is under way', () => {
    const verdict = told({ outcome: 'open', endedAtMs: null });
    expect(verdict).toMatchObject({ state: 'failed', cause: 'sandbox-name-reserved' });
    expect(verdict?.evidence.map((item) => item.where)).toContain('containerd.log:first');
  });

  it('tells the refusal itself where the earlier one ended well', () => {
    expect(told({ outcome: 'ok', endedAtMs: ago(190) })?.cause).toBe('sandbox-name-reserved');
  });
});

describe('a new try after a failure', () => {
  const told = (openSecondsAgo: number, before: Partial<CallRecord>) => {
    const first = runSandbox({ beganAtMs: ago(200), endedAtMs: ago(190), ...before });
    const open = runSandbox({ outcome: 'open', beganAtMs: ago(openSecondsAgo), endedAtMs: null });
    const { pods } = diagnose(node({ kubelet: null, calls: [first, open] }), NOW_MS);
    return pods.map(verdictWords).join();
  };
  const failed = { outcome: 'failed', error: CNI_ERROR } as const;

  it('does not lift the verdict', () => {
    expect(told(2, failed)).toBe('stuck sandbox failed cni-plugin-binary-missing');
  });

  it('is told itself once it takes longer than it may', () => {
    expect(told(40, failed)).toBe('stuck sandbox running -');
  });

  it('is a first try where the call before it ended well', () => {
    expect(told(2, { outcome: 'ok' })).toBe('starting sandbox running -');
  });
});

describe('a failing call that says nothing', () => {
  it('takes the reason from the line beside it', () => {
    const opaque =
      'OCI runtime create failed: unable to retrieve OCI runtime error (open /run/x/log.json: no such file or directory): exit status 1';
    const line: LogLine = {
      atMs: ago(99.01),
      level: 'warning',
      message: 'cleanup warnings',
      fields: { error: "runc: /lib/libc.so.6: version `GLIBC_2.38' not found" },
      where: 'containerd.log:9',
      text: `level=warning msg="cleanup warnings" error="runc: /lib/libc.so.6: version GLIBC_2.38 not found" id=${SANDBOX_ID}`,
    };
    const snapshot = node({
      kubelet: null,
      calls: [runSandbox({ outcome: 'failed', error: opaque, sandboxId: SANDBOX_ID })],
      more: { runtimeLog: available([line], NOW_MS) },
    });
    const [pod] = diagnose(snapshot, NOW_MS).pods;
    expect(pod?.verdict.message).toContain('GLIBC_2.38');
    expect(pod?.verdict.evidence.map((item) => item.where)).toEqual([
      'containerd.log:1',
      'containerd.log:9',
    ]);
  });

  it.each([
    ['message', (text: string) => ({ message: `cleanup warnings ${text}`, fields: {} })],
    ['field', (text: string) => ({ message: 'warnings', fields: { warnings: text } })],
  ])(
    'knows the line by the sandbox that only the error names, and reads what is nested in its %s',
    (_where, nest) => {
      const id = 'e'.repeat(64);
      const opaque = `OCI runtime create failed: unable to retrieve OCI runtime error (open /run/x/k8s.io/${id}/log.json: no such file or directory): /opt/runc did not terminate successfully: exit status 1: unknown`;
      const libc = "runc: /lib/libc.so.6: version `GLIBC_2.38' not found (required by runc)";
      const nested = `time="2026-01-02T03:04:05Z" level=warning msg="failed to remove runc container" error="/opt/runc did not terminate successfully: exit status 1: ${libc}\\n" runtime=v2\ntime="2026-01-02T03:04:05Z" level=warning msg="failed to read init pid file" error="open /run/x/k8s.io/${id}/init.pid: no such file or directory" runtime=v2`;
      const line = (where: string, told: Pick<LogLine, 'message' | 'fields'>): LogLine => ({
        ...{ atMs: ago(99.01), level: 'warning', where, ...told },
        text: `level=warning msg=${JSON.stringify(told.message)} x=${JSON.stringify(told.fields)}`,
      });
      const noise = { message: 'copy shim log', fields: {} };
      const snapshot = node({
        kubelet: null,
        calls: [runSandbox({ outcome: 'failed', error: opaque, sandboxId: null })],
        more: {
          runtimeLog: available(
            [line('containerd.log:8', nest(nested)), line('containerd.log:9', noise)],
            NOW_MS,
          ),
        },
      });
      const [pod] = diagnose(snapshot, NOW_MS).pods;
      expect(pod?.verdict).toMatchObject({ cause: 'node-binary-broken', message: libc });
      const [first] = pod?.verdict.evidence ?? [];
      expect(first?.where).toBe('containerd.log:8');
      expect(first?.text.slice(...(first.mark ?? []))).toBe(libc);
    },
  );
});

describe('which pods are seen', () => {
  const failed = (seconds: number) =>
    runSandbox({
      outcome: 'failed',
      error: CNI_ERROR,
      beganAtMs: ago(seconds + 1),
      endedAtMs: ago(seconds),
    });

  it('forgets a pod that only an old failure names', () => {
    expect(diagnose(node({ kubelet: null, calls: [failed(20 * 60)] }), NOW_MS).pods).toEqual([]);
  });

  it('forgets a pod that the log names and kubelet does not know', () => {
    expect(diagnose(node({ kubelet: [], calls: [failed(5)] }), NOW_MS).pods).toEqual([]);
  });

  it('knows a pod by its name where the runtime tells no uid (CRI-O)', () => {
    const pod = { namespace: 'shop', name: 'web', uid: '', attempt: 0 };
    const { pods } = diagnose(
      node({ kubelet: null, calls: [runSandbox({ pod, outcome: 'failed', error: CNI_ERROR })] }),
      NOW_MS,
    );
    expect(pods.map((item) => [item.name, item.uid, item.kind, item.verdict.stage])).toEqual([
      ['web', null, 'api', 'sandbox'],
    ]);
  });

  it('knows the kinds', () => {
    const kindOf = (given: Parts) => diagnose(node(given), NOW_MS).pods.map((pod) => pod.kind);
    const file = { 'kubernetes.io/config.source': 'file' };
    expect(kindOf({ kubelet: [kubeletPod({ annotations: file })] })).toEqual(['static']);
    expect(
      kindOf({
        kubelet: [kubeletPod({ annotations: { ...file, 'kubernetes.io/config.mirror': 'x' } })],
      }),
    ).toEqual(['mirror']);
    const hand = { containers: [container({ annotations: {} })], kubelet: [] };
    expect(
      kindOf({ ...hand, sandboxes: [sandbox({ labels: { 'cri-triage.io/probe': '1' } })] }),
    ).toEqual(['probe']);
    expect(kindOf({ ...hand, sandboxes: [sandbox()] })).toEqual(['orphan']);
    expect(kindOf({ kubelet: [kubeletPod()] })).toEqual(['api']);
  });

  it('takes a pod that is younger than kubelet’s answer for no orphan', () => {
    const parts = { sandboxes: [sandbox({ createdAtMs: ago(1) })], kubelet: [] };
    expect(diagnose(node(parts), NOW_MS).pods[0]?.kind).toBe('api');
  });
});

describe('the runtime does not answer', () => {
  const parts: Parts = {
    sandboxes: [sandbox()],
    containers: [container({ state: 'created', createdAtMs: ago(5) })],
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
  };
  const hung = node({
    ...parts,
    more: {
      health: {
        state: 'hung',
        since: '2026-11-29T12:00:00.000Z',
        lastAnswerAt: null,
        hangingCall: 'ListContainers',
        message: 'containerd has not answered for 10 min; ListContainers hangs',
        callsInFlight: 1,
      },
    },
  });

  it('keeps verdicts as of the last answer and marks them stale', () => {
    const [pod] = diagnose(hung, NOW_MS + 600_000).pods;
    expect(pod?.verdict.outcome).toBe('starting');
    expect(pod?.stale).toBe(true);
    expect(pod?.asOf).toBe('2026-11-29T12:00:00.000Z');
  });

  it('tells it once, with the hanging call and every pod', () => {
    const [finding] = diagnose(hung, NOW_MS).findings;
    expect(finding?.cause).toBe('runtime-hung');
    expect(finding?.pods).toHaveLength(1);
    expect(finding?.evidence[0]?.where).toBe('ListContainers');
  });
});

describe('details of a verdict', () => {
  it('gives the next try of a crash loop, tries and the log of the attempt', () => {
    const snapshot = node({
      sandboxes: [sandbox()],
      containers: [container({ state: 'exited', attempt: 4 })],
      statuses: ended(),
      kubelet: [
        kubeletPod({
          containers: [
            kubeletContainer(
              waiting('CrashLoopBackOff', 'back-off 1m20s restarting failed container=app'),
            ),
          ],
        }),
      ],
      more: { logTails: { [CONTAINER_ID]: ['starting', 'config error: DB_HOST not set'] } },
    });
    const [pod] = diagnose(snapshot, NOW_MS).pods;
    expect(pod?.verdict.nextRetryAt).toBe('2026-11-29T12:00:20.000Z');
    expect(pod?.verdict.attempt).toBe(4);
    expect(pod?.verdict.summary).toBe('CrashLoop: exit 1, 4th restart');
    expect(pod?.verdict.evidence.find((item) => item.source === 'pod-log')?.text).toContain(
      'DB_HOST',
    );
  });

  it('shows how far a pull is', () => {
    const row = ROWS.find((item) => item.title === 'a pull whose bytes move');
    const [pod] = diagnose(node(row), NOW_MS).pods;
    expect(pod?.stages.find((cell) => cell.stage === 'pull')?.detail).toBe(
      '2.1 GB of 4.8 GB, 7.2 MB/s, 6 min left',
    );
  });

  it('marks the innermost part of the proof', () => {
    const row = ROWS.find((item) => item.title === 'pull failed, told by kubelet');
    const [pod] = diagnose(node(row), NOW_MS).pods;
    const [first] = pod?.verdict.evidence ?? [];
    expect(first?.mark).not.toBeNull();
    expect(first?.text.slice(...(first.mark ?? [0, 0]))).toBe(
      'registry.example/shop/app:1: not found',
    );
  });
});
