import { describe, expect, it } from 'vitest';
import { byteWords } from '../contract/byte-words.ts';
import { normalizeImage, registryOf } from './image-ref.ts';
import { registryOfStop, shellWord } from './next-checks.ts';
import { plainText } from './plain-text.ts';
import { addressIn, statusFrom } from './status-words.ts';
import { containerFor, failedAt } from './testing/stopped-view.ts';
import { iso, parseGoDuration, spanWords } from './time.ts';

describe('times and sizes in words', () => {
  it.each([
    0, 1, 951_782_399_999, 1_709_164_800_000, 1_795_985_546_851, 4_102_444_799_999, 31_536_000_000,
  ])('writes %d as the platform does', (atMs) => {
    const expected = atMs < 31_536_000_000 ? null : new Date(atMs).toISOString();
    expect(iso(atMs)).toBe(expected);
  });

  it('takes times that mean "never" for none', () => {
    for (const never of [null, undefined, Number.NaN, -1, 0, 1e18]) expect(iso(never)).toBeNull();
  });

  it('reads the durations that Go prints', () => {
    expect(['500ms', '1m20s', '2h0m0s', '1.5s'].map(parseGoDuration)).toEqual([
      500, 80_000, 7_200_000, 1500,
    ]);
    expect(parseGoDuration('soon')).toBeNull();
  });

  it('speaks like a person', () => {
    expect([4_000, 720_000, 12_000_000, 200_000_000].map(spanWords)).toEqual([
      '4 s',
      '12 min',
      '3 h',
      '2 d',
    ]);
    expect([512, 2_100_000_000].map(byteWords)).toEqual(['512 B', '2.1 GB']);
  });
});

describe('image references', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['shop/app:1', 'docker.io/shop/app:1'],
    ['localhost/app', 'localhost/app:latest'],
    ['registry.lab:5000/k/app:1', 'registry.lab:5000/k/app:1'],
    ['docker://registry.example/app:1', 'registry.example/app:1'],
    ['registry.example/app:1@sha256:aa', 'registry.example/app@sha256:aa'],
    ['a'.repeat(64), `sha256:${'a'.repeat(64)}`],
  ])('%s is %s', (ref, full) => {
    expect(normalizeImage(ref)).toBe(full);
  });

  it('knows whom to ask', () => {
    expect(registryOf('registry.lab:5000/k/app:1')).toBe('registry.lab:5000');
    expect(registryOf('nginx')).toBe('docker.io');
  });
});

describe('commands to copy', () => {
  it('quotes what a shell would take for more than a word', () => {
    expect(shellWord('web-1')).toBe('web-1');
    expect(shellWord("a'; rm -rf /")).toBe(`'a'\\''; rm -rf /'`);
  });

  it('lets nothing but a host into a command', () => {
    const image = '$(reboot).example:5000/x:1';
    const view = failedAt('pull', 'x', { containers: [containerFor({ image })] });
    expect(registryOfStop(view)).toBe('REGISTRY');
  });
});

describe('the text that causes read', () => {
  it('masks names, addresses and references, keeps errors in quotes', () => {
    const { masked } = plainText(
      'Head "https://denied.example/v2/": caused \\"not a directory\\" in registry.example/connection/refused:429: not found',
    );
    expect(masked).toBe('Head "…": caused "not a directory" in ‹ref›: not found');
  });

  it('tells status and address from the tail', () => {
    expect(
      statusFrom('… from http://127.0.0.1:5992/v2: 500 Internal Server Error', 'r.example'),
    ).toBe('500 Internal Server Error from r.example');
    expect(addressIn('Get "x": dial tcp 192.0.2.7:443: connect: connection refused')).toBe(
      '192.0.2.7:443: connection refused',
    );
  });
});
