import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseContainerdLog } from './containerd-log.ts';

function recorded(name: string): string[] {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8').split('\n');
}

describe('parseContainerdLog', () => {
  it('reads time, level, message and fields, and says where the line stands', () => {
    const line =
      'time="2026-11-29T20:52:28.933121268Z" level=error msg="PullImage \\"registry.example/a:1\\" failed" error="not found" host=registry.example';
    expect(parseContainerdLog(['', line], 'containerd.log')).toEqual([
      {
        atMs: Date.UTC(2026, 10, 29, 20, 52, 28, 933),
        level: 'error',
        message: 'PullImage "registry.example/a:1" failed',
        fields: { error: 'not found', host: 'registry.example' },
        where: 'containerd.log:2',
        text: line,
      },
    ]);
  });

  it.each(['containerd-1.6.20.log', 'containerd-2.1.9.log'])('reads each entry of %s', (name) => {
    const entries = parseContainerdLog(recorded(name), name);
    expect(entries.length).toBeGreaterThan(8);
    expect(entries.every((entry) => entry.atMs !== null && entry.message !== '')).toBe(true);
  });

  it('unwraps quotes within quotes: the warning of 1.6 that carries a log of its own', () => {
    const warning = parseContainerdLog(recorded('containerd-1.6.20.log'), 'c').find((entry) =>
      entry.message.startsWith('cleanup warnings'),
    );
    expect(warning?.level).toBe('warning');
    expect(warning?.message).toContain('level=info msg="starting signal loop"');
    expect(warning?.fields).toEqual({});
  });

  it.each([
    [
      'a syslog prefix',
      'Nov 29 20:50:39 node1 containerd[9]: time="2026-11-29T20:50:39Z" level=warning msg="x"',
      'warning',
    ],
    ['JSON', '{"level":"warning","msg":"x","time":"2026-11-29T20:50:39Z"}', 'warning'],
    ['the old word for warning', 'time="2026-11-29T20:50:39Z" level=warn msg=x', 'warning'],
    ['a panic', 'panic: x', 'fatal'],
    ['text without a form', 'x', 'info'],
  ])('reads %s', (_name, line, level) => {
    const [entry] = parseContainerdLog([line], 'c');
    expect(entry?.level).toBe(level);
    expect(entry?.message).toContain('x');
  });

  it.each([
    'time="',
    'time="2026-11-29T20:50:39Z" level= msg="never closed \\',
    'time="no time" level=nonsense msg="x" =',
    'level=info msg="no time"',
    '{"msg":',
    '{"a":1}',
    '\u0000\u0001\u0002\uffff',
    '='.repeat(2000),
    `time="2026-11-29T20:50:39Z" msg="${'\\"'.repeat(2000)}`,
    'time="2026-11-29T20:50:39Z" msg="\\xZZ \\u12 \\UFFFFFFFF \\"',
    'time="2026-11-29T20:50:39Z" msg="x" __proto__="y" constructor={',
  ])('takes garbage without throwing: %j', (line) => {
    expect(parseContainerdLog([line], 'c')).toHaveLength(1);
  });

  it('takes control sequences out, also those that hide behind an escape', () => {
    const [entry] = parseContainerdLog(
      [
        'time="2026-11-29T20:50:39Z" level=info msg="\\x1b[31mred\\x1b[0m\\u202e" error="a\\nb" k=\u001b[2Jv',
      ],
      'c',
    );
    expect(entry?.message).toBe('red');
    expect(entry?.fields).toEqual({ error: 'a\nb', k: 'v' });
    expect(entry?.text).not.toContain('\u001b');
  });
});
