import { describe, expect, test } from 'vitest';
import type { Finding } from '../contract/finding.ts';
import type { PodDetail } from '../contract/pod.ts';
import { reportSchema } from '../contract/report.ts';
import { AS_OF, IMAGE_404, sampleDetail, sampleNode, sampleRow } from '../http/testing/samples.ts';
import { makeReport } from './make-report.ts';
import { Redactor } from './redact.ts';
import { ageWords } from './report-lines.ts';
import { toMarkdown, toPlainLines } from './to-markdown.ts';

const MADE_AT_MS = Date.parse(AS_OF) + 12 * 60_000;

function finding(change: Partial<Finding> = {}): Finding {
  return {
    id: 'image-not-found',
    cause: 'image-not-found',
    severity: 'warning',
    title: 'The image does not exist',
    effect: '2 pods of this node fail for the same reason.',
    pods: [
      { namespace: 'shop', name: 'web', uid: 'uid-web' },
      { namespace: 'shop', name: 'cart', uid: 'uid-cart' },
    ],
    since: AS_OF,
    evidence: [],
    nextChecks: [],
    ...change,
  };
}

function stuckPod(change: Partial<PodDetail> = {}): PodDetail {
  const row = sampleRow('shop', 'web', IMAGE_404);
  return { ...sampleDetail(row), findings: ['image-not-found'], ...change };
}

function report(pod: PodDetail | null, findings: readonly Finding[]) {
  return makeReport({
    madeAtMs: MADE_AT_MS,
    node: sampleNode(),
    pod,
    rows: [sampleRow('shop', 'ok'), sampleRow('shop', 'web', IMAGE_404)],
    findings,
    calls: [],
  });
}

describe('the six lines', () => {
  test('of a stuck pod say where, why, proof, who else, what came before, what next', () => {
    const change = {
      at: AS_OF,
      kind: 'runtime-restarted' as const,
      text: 'containerd restarted',
      evidence: { source: 'host' as const, where: '/proc', at: AS_OF, text: 'x', mark: null },
    };
    const { lines } = report(stuckPod(), [
      finding({ changes: [change] }),
      finding({ id: 'other' }),
    ]);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toContain('Pod shop/web on node node-1: stuck at PullImage (failed)');
    expect(lines[0]).toContain('(12 min ago)');
    expect(lines[1]).toContain('image-not-found');
    expect(lines[2]).toMatch(/^Proof: .+: ".+"$/);
    expect(lines[3]).toBe('Who else: 1 more on this node: shop/cart.');
    expect(lines[4]).toContain('Before it: containerd restarted, 2026-01-02 03:04:05 UTC');
    expect(lines[5]).toMatch(/^Next: /);
  });

  test('tell a series of failures where no change is known', () => {
    const history = {
      firstSeenAt: AS_OF,
      lastSeenAt: AS_OF,
      transitions: [],
      transitionsDropped: 0,
      series: { call: 'PullImage', attempts: 37, firstFailureAt: AS_OF, lastFailureAt: AS_OF },
    };
    const { lines } = report(stuckPod({ history }), []);
    expect(lines[4]).toContain('PullImage failed 37 times since 2026-01-02 03:04:05 UTC');
    expect(lines[3]).toContain('no other pod');
  });

  test('of a healthy node claim no cause', () => {
    const { lines } = report(null, []);
    expect(lines[0]).toBe('Node node-1: All 3 pods run. Nothing has failed.');
    expect(lines[1]).toContain('no finding');
    expect(toPlainLines(report(null, [])).trimEnd().split('\n')).toHaveLength(6);
  });
});

test('a report about the node tells the pods that need a person, one about a pod does not', () => {
  expect(report(null, []).stuck.map((row) => row.name)).toEqual(['web']);
  expect(toMarkdown(report(null, []))).toContain('- shop/web: PullImage failed');
  expect(report(stuckPod(), []).stuck).toEqual([]);
});

test('a report fits its schema', () => {
  expect(() => reportSchema.parse(report(stuckPod(), [finding()]))).not.toThrow();
});

test.each([
  [42_000, '42 s'],
  [12 * 60_000, '12 min'],
  [3 * 3_600_000 + 5 * 60_000, '3 h 5 min'],
  [52 * 3_600_000, '2 d 4 h'],
  [-5, '0 s'],
])('%d ms read as %s', (ms, words) => {
  expect(ageWords(ms)).toBe(words);
});

describe('Markdown', () => {
  test('quotes foreign text so that it stays text', () => {
    const evil = 'pull ```` failed\n# <img src=x> [click](http://bad.example)';
    const pod = stuckPod();
    const evidence = [
      { source: 'runtime-log' as const, where: 'log:1', at: null, text: evil, mark: null },
    ];
    const text = toMarkdown(
      report({ ...pod, verdict: { ...pod.verdict, evidence, message: evil } }, []),
    );
    expect(text).toContain('`````\npull ````');
    const [top] = text.split('\n## ');
    expect(top).not.toMatch(/(?<!\\)<img/);
    expect(top).not.toContain('\n# ');
    expect(
      text
        .split('\n')
        .slice(0, 6)
        .every((line) => line.endsWith('  ')),
    ).toBe(true);
  });
});

describe('secrets', () => {
  test.each<[string, string]>([
    ['Authorization: Bearer abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
    ['authorization="Basic dXNlcjpwYXNz"', 'dXNlcjpwYXNz'],
    ['token eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJrdWJlIn0.c2lnbmF0dXJl used', 'eyJhbGci'],
    ['https://robot:p4ss@registry.example/v2/', 'p4ss'],
    ['GET https://s3.example/b?X-Amz-Signature=0123456789abcdef&x=1', '0123456789abcdef'],
    ['key AKIAIOSFODNN7EXAMPLE here', 'AKIAIOSFODNN7EXAMPLE'],
    ['DB_PASSWORD=correct-horse', 'correct-horse'],
    ['{"client_secret": "abc\\"def", "id": 1}', 'def'],
    ["api_key: 'sesame-open'", 'sesame-open'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', 'MIIE'],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345', 'ghp_0123'],
  ])('%j loses its value', (text, secret) => {
    const redactor = new Redactor();
    const kept = redactor.text(text);
    expect(kept).not.toContain(secret);
    expect(kept).toContain('[withheld]');
    expect(redactor.withheld()[0]?.count).toBeGreaterThan(0);
  });

  test.each([
    'failed to fetch anonymous token: unexpected status from GET request to https://auth.example/token?scope=repository%3Aapp%3Apull&service=registry.example: 401 Unauthorized',
    'Bearer realm="https://auth.example/token",service="registry.example"',
    'MountVolume.SetUp failed for volume "web-secret" : secret "web-secret" not found',
    'unable to retrieve auth token: invalid username/password: unauthorized',
    'pulling image registry.example/team/app:1.2 failed: https://registry.example/v2/: EOF',
    'secret-missing and password-rotation are names of pods',
  ])('%j stays as it is', (text) => {
    expect(new Redactor().text(text)).toBe(text);
  });

  test('marks of a changed text do not point elsewhere', () => {
    const kept = new Redactor().value({ text: 'DB_PASSWORD=abcdefgh x', mark: [20, 22] });
    expect(kept).toEqual({ text: 'DB_PASSWORD=[withheld] x', mark: null });
  });
});
