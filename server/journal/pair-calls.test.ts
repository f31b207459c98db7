import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callKey } from '../contract/call-key.ts';
import type { CallRecord } from '../contract/journal.ts';
import { parseContainerdLog } from './containerd-log.ts';
import { createCallPairer, pairCalls } from './pair-calls.ts';

const SANDBOX = 'a'.repeat(64);
const CONTAINER = 'c'.repeat(64);

/** Log lines one second apart, each "level|message|fields". */
function entries(...lines: readonly string[]) {
  return parseContainerdLog(
    lines.map((line, index) => {
      const [level = 'info', message = '', fields = ''] = line.split('|');
      const time = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
      return `time="${time}" level=${level} msg=${JSON.stringify(message)} ${fields}`;
    }),
    'log',
  );
}

function short(record: CallRecord): string {
  return `${record.call} ${record.outcome}`;
}

function recorded(name: string) {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
  return pairCalls(parseContainerdLog(text.split('\n'), name));
}

describe('pairCalls on recorded logs', () => {
  it('tells the four calls of a healthy pod', () => {
    const records = recorded('containerd-2.1.9.log');
    expect(records.slice(0, 3).map(short)).toEqual([
      'RunPodSandbox ok',
      'CreateContainer ok',
      'StartContainer ok',
    ]);
    const [run, create, start] = records;
    expect(run?.pod).toEqual({
      namespace: 'shop',
      name: 'healthy-node1',
      uid: '783e108960e24cdced7e17e369cd9d2a',
      attempt: 0,
    });
    expect(create?.sandboxId).toBe(run?.sandboxId);
    expect(start?.sandboxId).toBe(run?.sandboxId);
    expect(start?.containerId).toBe(create?.containerId);
    expect((start?.endedAtMs ?? 0) - (start?.beganAtMs ?? 0)).toBe(79);
  });

  it.each([
    ['RunPodSandbox', 'failed to find plugin "nosuchplugin"'],
    ['PullImage', 'registry.lab:5000/k/nosuch:9: not found'],
    ['CreateContainer', 'cannot load seccomp profile'],
    ['StartContainer', 'exec: "/etc": permission denied'],
  ])('tells why %s failed', (call, message) => {
    const record = recorded('containerd-2.1.9.log').find(
      (candidate) => candidate.call === call && candidate.outcome === 'failed',
    );
    expect(record?.error).toContain(message);
    expect(record?.where).toMatch(/^containerd-2\.1\.9\.log:\d+$/);
    expect(record?.beganAtMs).toBeLessThan(record?.endedAtMs ?? 0);
  });

  it('finds the sandbox of a RunPodSandbox that failed in its error text', () => {
    const record = recorded('containerd-2.1.9.log').find(
      (candidate) => candidate.call === 'RunPodSandbox' && candidate.outcome === 'failed',
    );
    expect(record?.sandboxId).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reads the words of 1.6', () => {
    expect(recorded('containerd-1.6.20.log').map(short)).toEqual([
      'CreateContainer ok',
      'CreateContainer ok',
      'StartContainer failed',
    ]);
  });

  it('leaves a begin without an end open', () => {
    const open = recorded('containerd-2.1.9.log').filter((record) => record.outcome === 'open');
    expect(open.map((record) => record.call)).toEqual(['StopPodSandbox', 'StopPodSandbox']);
    expect(open[0]?.doubt).toBeUndefined();
  });
});

describe('pairCalls', () => {
  it('reads pod and container in the words of newer message code', () => {
    const [run, create] = pairCalls(
      entries(
        'info|RunPodSandbox for name:"web"  uid:"u1"  namespace:"shop"  attempt:2',
        `info|CreateContainer within sandbox "${SANDBOX}" for container name:"app"  attempt:7`,
      ),
    );
    expect(run?.pod).toEqual({ namespace: 'shop', name: 'web', uid: 'u1', attempt: 2 });
    expect(create?.container).toEqual({ name: 'app', attempt: 7 });
  });

  it('ends equal pulls in the order they began', () => {
    const records = pairCalls(
      entries(
        'info|PullImage "a:1"',
        'info|PullImage "a:1"',
        'error|PullImage "a:1" failed|error="refused"',
      ),
    );
    expect(records.map((record) => [record.outcome, record.error])).toEqual([
      ['failed', 'refused'],
      ['open', null],
    ]);
  });

  it('takes a call that was refused for its name for the one that began last', () => {
    const pod = '&PodSandboxMetadata{Name:web,Uid:u1,Namespace:shop,Attempt:0,}';
    const refused =
      'error="rpc error: code = FailedPrecondition desc = failed to reserve sandbox name \\"web_shop_u1_0\\": name is reserved"';
    const records = pairCalls(
      entries(
        `info|RunPodSandbox for ${pod}`,
        `info|RunPodSandbox for ${pod}`,
        `error|RunPodSandbox for ${pod} failed, error|${refused}`,
        `error|RunPodSandbox for ${pod} failed, error|error="plugin failed"`,
      ),
    );
    expect(records.map(({ outcome, error }) => [outcome, error?.slice(0, 17)])).toEqual([
      ['failed', 'plugin failed'],
      ['failed', 'rpc error: code ='],
    ]);
  });

  it('keeps an end whose begin was written before the first line', () => {
    const [record] = pairCalls(
      entries(`info|StartContainer for "${CONTAINER}" returns successfully`),
    );
    expect(record).toMatchObject({ outcome: 'ok', beganAtMs: null, containerId: CONTAINER });
  });

  it('doubts open calls once journald says that it dropped lines', () => {
    const [record] = pairCalls(
      entries('info|PullImage "a:1"', 'info|Suppressed 412 messages from containerd.service'),
    );
    expect(record).toMatchObject({ outcome: 'open' });
    expect(record?.doubt).toContain('412 log lines were suppressed');
  });

  it('takes the doubt back when the end shows up after all', () => {
    const [record] = pairCalls(
      entries(
        'info|PullImage "a:1"',
        'info|Suppressed 412 messages from containerd.service',
        'info|PullImage "a:1" returns image reference "sha256:1"',
      ),
    );
    expect(record).toMatchObject({ outcome: 'ok' });
    expect(record).not.toHaveProperty('doubt');
  });

  it('ends every open call when the runtime starts again', () => {
    const [record, next] = pairCalls(
      entries('info|PullImage "a:1"', 'info|starting containerd', 'info|PullImage "a:1"'),
    );
    expect(record).toMatchObject({ outcome: 'failed', where: 'log:2' });
    expect(record?.error).toContain('restarted');
    expect(next?.outcome).toBe('open');
  });

  it('skips debug lines and details of a pull', () => {
    expect(
      pairCalls(
        entries(
          'debug|RunPodSandbox with config &PodSandboxConfig{Metadata:&PodSandboxMetadata{Name:a,Uid:b,Namespace:c,Attempt:0,}}',
          'info|PullImage "a:1" with snapshotter overlayfs',
          'info|RunPodSandbox for something new',
          'info|CreateContainer within sandbox "x',
        ),
      ),
    ).toEqual([]);
  });
});

describe('createCallPairer', () => {
  it('keeps the newest records and counts what it gave up', () => {
    const pairer = createCallPairer(3);
    for (let index = 0; index < 5; index++) {
      for (const entry of entries(`info|PullImage "a:${index}"`)) pairer.push(entry);
    }
    expect(pairer.records().map((record) => record.imageRef)).toEqual(['a:2', 'a:3', 'a:4']);
    expect(pairer.droppedCount()).toBe(2);
  });

  it('tells which records changed since it was asked last', () => {
    const pairer = createCallPairer(3);
    const [begin, other, end] = entries(
      'info|PullImage "a:1"',
      'info|PullImage "a:2"',
      'info|PullImage "a:1" returns image reference "sha256:1"',
    );
    if (!begin || !other || !end) throw new Error('three lines make three entries');
    pairer.push(begin);
    pairer.push(other);
    expect(pairer.takeChanged().map(short)).toEqual(['PullImage open', 'PullImage open']);
    pairer.push(end);
    expect(pairer.takeChanged().map(short)).toEqual(['PullImage ok']);
    expect(pairer.takeChanged()).toEqual([]);
  });

  it.each(['containerd-1.6.20.log', 'containerd-2.1.9.log'])(
    'the key of a call in %s is the same from its first line to its last',
    (name) => {
      const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
      const pairer = createCallPairer();
      const keys: string[] = [];
      for (const line of parseContainerdLog(text.split('\n'), name)) {
        pairer.push(line);
        for (const [index, record] of pairer.records().entries()) {
          keys[index] ??= callKey(record);
          expect(callKey(record)).toBe(keys[index]);
        }
      }
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  it('bounds calls that never end', () => {
    const pairer = createCallPairer(10);
    for (let index = 0; index < 5_000; index++) {
      for (const entry of entries(`info|PullImage "a:${index}"`)) pairer.push(entry);
    }
    expect(pairer.records()).toHaveLength(10);
  });
});
