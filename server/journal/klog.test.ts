import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KlogReader, parseKlog } from './klog.ts';

const NOW_MS = Date.UTC(2026, 10, 30);

function recorded(): string[] {
  return readFileSync(new URL('fixtures/kubelet-1.36.log', import.meta.url), 'utf8').split('\n');
}

describe('parseKlog', () => {
  it('reads header, message and fields', () => {
    const line =
      'E1129 20:52:25.099241   25653 file.go:187] "Could not process manifest file" err="static pods may not reference configmaps" path="/etc/kubernetes/manifests/a.json"';
    expect(parseKlog([line], NOW_MS, 'kubelet.log')).toEqual([
      {
        atMs: Date.UTC(2026, 10, 29, 20, 52, 25, 99),
        level: 'error',
        message: 'Could not process manifest file',
        fields: {
          err: 'static pods may not reference configmaps',
          path: '/etc/kubernetes/manifests/a.json',
        },
        where: 'kubelet.log:1',
        text: line,
      },
    ]);
  });

  it('joins the blocks of a multi-line entry and goes on after a block that was cut off', () => {
    const entries = parseKlog(recorded(), NOW_MS, 'k');
    const messages = entries.map((entry) => entry.message);
    expect(messages).toContain('Probe failed');
    const hooks = entries.filter((entry) => entry.message === 'Failed to execute PostStartHook');
    expect(hooks[0]?.fields).toMatchObject({
      err: "command '/bin/sh -c echo hook broke >&2; exit 9' exited with 9: hook broke",
      pod: 'shop/poststart-node1',
      containerName: 'app',
    });
    expect(hooks[0]?.text.split('\n')).toHaveLength(3);
    expect(hooks[1]?.fields).toEqual({ err: '' });
    const twoBlocks = entries.find((entry) => entry.message.startsWith('Exec lifecycle hook'));
    expect(twoBlocks?.fields).toMatchObject({ message: 'hook broke', pod: 'shop/poststart-node1' });
    expect(twoBlocks?.fields['execCommand']).toContain('exit 9"]');
  });

  it('reads bracketed values and plain messages whole', () => {
    const entries = parseKlog(recorded(), NOW_MS, 'k');
    const pleg = entries.find((entry) => entry.message.startsWith('SyncLoop (PLEG)'));
    expect(JSON.parse(pleg?.fields['event'] ?? '')).toMatchObject({ Type: 'ContainerStarted' });
    const volume = entries.find((entry) => entry.message.startsWith('Operation for "{volumeName'));
    expect(volume?.message).toContain('MountVolume.SetUp failed');
    expect(volume?.fields).toEqual({ podUID: '9b955d48a23adcec3631916b8b0d965f' });
  });

  it.each([
    ['the same year', '0601', Date.UTC(2026, 5, 15), 0, Date.UTC(2026, 5, 1)],
    ['December read in January', '1231', Date.UTC(2027, 0, 1), 0, Date.UTC(2026, 11, 31)],
    ['a clock one hour ahead', '0601', Date.UTC(2026, 4, 31, 23), 0, Date.UTC(2026, 5, 1)],
    [
      'New Year east of Greenwich',
      '0101',
      Date.UTC(2026, 11, 31, 20),
      540,
      Date.UTC(2026, 11, 31, 15),
    ],
    ['a local time behind UTC', '0601', Date.UTC(2026, 5, 2), -300, Date.UTC(2026, 5, 1, 5)],
  ])('infers the year: %s', (...[, day, nowMs, utcOffsetMinutes, expected]) => {
    const [entry] = parseKlog([`I${day} 00:00:00.000000 1 a.go:1] x`], nowMs, 'k', {
      utcOffsetMinutes,
    });
    expect(entry?.atMs).toBe(expected);
  });

  it.each([
    [
      'JSON info',
      '{"ts":1795985545123.5,"caller":"a.go:1","msg":"x","v":2,"pod":{"name":"p"}}',
      'info',
    ],
    ['JSON error', '{"ts":1795985545123.5,"caller":"a.go:1","msg":"x","err":"broken"}', 'error'],
    [
      'k3s: kubelet within logfmt',
      'time="2026-11-29T20:00:00Z" level=info msg="E1129 20:52:25.0 1 a.go:1] \\"x\\" pod=\\"a/b\\"" component=kubelet',
      'error',
    ],
    ['logfmt of its own', 'time="2026-11-29T20:00:00Z" level=warning msg="x"', 'warning'],
    ['no form', 'x', 'info'],
    ['half a header', 'E1129 20:52 x', 'info'],
  ])('reads %s', (_name, line, level) => {
    const [entry] = parseKlog([line], NOW_MS, 'k');
    expect(entry?.level).toBe(level);
    expect(entry?.message).toContain('x');
  });

  it('bounds a block that never ends', () => {
    const lines = ['E1129 20:52:25.0 1 a.go:1] "x" err=<', ...Array(5000).fill('\tmore')];
    const [entry, ...others] = parseKlog(lines, NOW_MS, 'k');
    expect(others).toEqual([]);
    expect(entry?.text.split('\n').length).toBeLessThanOrEqual(200);
  });
});

describe('KlogReader', () => {
  it('gives an entry without a block out at once', () => {
    const reader = new KlogReader();
    expect(reader.push('I1129 20:52:25.0 1 a.go:1] "x"', 'k:1', NOW_MS)).toHaveLength(1);
    expect(reader.flush()).toEqual([]);
  });
});
