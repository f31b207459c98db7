import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeSnapshot, type NodeFacts } from '../judge-snapshot.ts';
import { loadRecording } from '../pipeline/testing/load-recording.ts';
import { CaptureError } from './capture.ts';
import { openCapture } from './open-capture.ts';
import { readCapture } from './read-capture.ts';
import { captureLines } from './write-capture.ts';

const folder = mkdtempSync(join(tmpdir(), 'cri-triage-capture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

function factsOf(name: string): NodeFacts & { nowMs: number } {
  const { snapshot, nowMs } = loadRecording(name, { kubelet: 'all', host: true });
  return {
    snapshot,
    nowMs,
    sources: [{ name: 'kubelet', status: 'unavailable', reason: 'Closed.', enable: 'Open it.' }],
    endpoint: { endpoint: 'unix:///run/x.sock', endpointReason: 'named', endpointWarning: null },
    cost: { rssBytes: 1, rendererRssBytes: null, cpuPercent: 0 },
  };
}

function linesOf(facts: NodeFacts): string[] {
  return [
    ...captureLines({
      ...facts,
      madeAtMs: facts.snapshot.takenAtMs,
      remembered: [],
      stacks: [],
    }),
  ];
}

function write(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const SITUATIONS = ['main', 'ctd-hung', 'ctd-down', 'hung-pull-after', 'cni-noplugin', 'reg'];

describe('a capture', () => {
  test.each(SITUATIONS)('of %s shows the same verdicts and findings elsewhere', async (name) => {
    const facts = factsOf(name);
    const before = judgeSnapshot(facts, facts.snapshot.takenAtMs);
    const path = write(`${name}.gz`, gzipSync(linesOf(facts).join('')));

    const runtime = openCapture(await readCapture(path), path);

    const { pods } = await runtime.pods({ signal });
    const key = (pod: { namespace: string; name: string; uid: string | null }) =>
      `${pod.namespace}/${pod.name}/${pod.uid}`;
    const verdicts = new Map(pods.map((pod) => [key(pod), pod.verdict]));
    expect(verdicts.size).toBe(before.pods.length);
    for (const pod of before.pods) expect(verdicts.get(key(pod))).toEqual(pod.verdict);
    expect((await runtime.findings({ signal })).findings).toEqual(before.findings);
    await runtime.close();
  });

  test('says that it is one, keeps its clock, and offers nothing to enable', async () => {
    const facts = factsOf('main');
    const path = write('origin.gz', gzipSync(linesOf(facts).join('')));
    const runtime = openCapture(await readCapture(path), path);
    const node = await runtime.node({ signal });
    expect(node.capture).toEqual({
      file: 'origin.gz',
      node: facts.snapshot.nodeName,
      madeAt: new Date(facts.snapshot.takenAtMs).toISOString(),
    });
    expect(runtime.nowMs()).toBe(facts.snapshot.takenAtMs);
    expect(node.sources).toEqual([
      { name: 'kubelet', status: 'unavailable', reason: 'Closed.', enable: null },
    ]);
    for await (const change of runtime.live(null, { signal })) {
      expect(change.now).toBe(new Date(facts.snapshot.takenAtMs).toISOString());
      expect(change.pods.complete).toBe(true);
      break;
    }
    await runtime.close();
  });

  test('holds no secret, and says what it withheld', async () => {
    const facts = factsOf('main');
    const [first] = facts.snapshot.sandboxes.available ? facts.snapshot.sandboxes.value : [];
    if (first === undefined) throw new Error('the recording has no sandbox');
    const annotations = { ...first.annotations, 'owner.example/key': 'hunter2hunter2' };
    const snapshot = {
      ...facts.snapshot,
      sandboxes: {
        available: true as const,
        value: [{ ...first, annotations }],
        asOfMs: facts.snapshot.takenAtMs,
      },
      logTails: { abc: ['connect postgres://app:s3cr3tpw@db.example/x', 'PASSWORD=opensesame'] },
    };
    const text = linesOf({ ...facts, snapshot }).join('');
    for (const secret of ['hunter2hunter2', 's3cr3tpw', 'opensesame']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('db.example');
    const path = write('secret.gz', gzipSync(text));
    const { withheld } = await readCapture(path);
    expect(Object.fromEntries(withheld.map(({ what, count }) => [what, count]))).toMatchObject({
      'annotation value': 1,
      'password in a URL': 1,
      'value of a secret field': 1,
    });
  });
});

describe('a file that is no capture is refused with its reason', () => {
  const whole = linesOf(factsOf('reg'));
  const head = JSON.parse(whole[0] ?? '') as Record<string, unknown>;
  const cut = gzipSync(whole.join(''));
  test.each<[string, Buffer, string]>([
    ['text', Buffer.from('hello'), 'incorrect header check'],
    ['empty', gzipSync(''), 'it is empty'],
    ['other JSON', gzipSync('{"a":1}\n'), 'not a capture of cri-triage'],
    ['no JSON', gzipSync('hello\n'), 'line 1 is not JSON'],
    ['a cut file', cut.subarray(0, cut.length - 200), 'unexpected end of file'],
    ['a file without its end', gzipSync(whole.slice(0, -1).join('')), 'its last line is missing'],
    [
      'a file without its containers',
      gzipSync(whole.filter((line) => !line.startsWith('{"snapshot":"containers"')).join('')),
      'it lacks containers',
    ],
    [
      'a newer form',
      gzipSync(`${JSON.stringify({ ...head, version: 99 })}\n`),
      'its form has version 99',
    ],
    ['an unknown line', gzipSync(`${whole[0]}{"what":1}\n`), 'line 2 is of no known kind'],
  ])('%s', async (name, bytes, reason) => {
    const path = write(`${name.replaceAll(' ', '-')}.gz`, bytes);
    const reading = readCapture(path);
    await expect(reading).rejects.toThrow(CaptureError);
    await expect(reading).rejects.toThrow(reason);
  });

  test('parts of another kind', async () => {
    const odd = whole.map((line) =>
      line.startsWith('{"snapshot":"containers"')
        ? '{"snapshot":"containers","value":{"available":true,"value":[null],"asOfMs":1}}\n'
        : line,
    );
    const path = write('odd.gz', gzipSync(odd.join('')));
    const capture = await readCapture(path);
    expect(() => openCapture(capture, path)).toThrow(/it cannot be judged/);
  });
});
