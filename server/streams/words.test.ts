import { describe, expect, it } from 'vitest';
import { parseClientControl, toRuntimeResize } from './client-words.ts';
import { parseExitStatus } from './exit-status.ts';
import { parseRuntimeUrl } from './runtime-url.ts';

describe('the status of a command', () => {
  it.each([
    ['{"metadata":{},"status":"Success"}', { exitCode: 0, error: null }],
    [
      '{"status":"Failure","message":"command terminated with non-zero exit code: exit status 3","reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"3"}]}}',
      { exitCode: 3, error: null },
    ],
    [
      '{"status":"Failure","message":"Internal error occurred: error attaching","reason":"InternalError","code":500}',
      { exitCode: null, error: 'Internal error occurred: error attaching' },
    ],
    [
      '{"status":"Failure","details":{"causes":"none"}}',
      { exitCode: null, error: 'no reason was given' },
    ],
    ['command failed \u001b[31mbadly', { exitCode: null, error: 'command failed badly' }],
    ['null', { exitCode: null, error: 'no reason was given' }],
    ['', null],
  ])('%s', (text, expected) => {
    expect(parseExitStatus(Buffer.from(text))).toEqual(expected);
  });
});

describe('the address of a streaming server', () => {
  const own = new Set(['10.0.0.7', 'fd00::7']);
  it.each([
    ['http://127.0.0.1:40123/exec/abc', 'ws://127.0.0.1:40123/exec/abc'],
    ['http://localhost:40123/exec/abc', 'ws://localhost:40123/exec/abc'],
    ['http://[::1]:4/attach/x', 'ws://[::1]:4/attach/x'],
    ['http://0.0.0.0:4/exec/x', 'ws://127.0.0.1:4/exec/x'],
    ['http://[::]:4/exec/x', 'ws://127.0.0.1:4/exec/x'],
    ['https://10.0.0.7:10010/exec/x', 'wss://10.0.0.7:10010/exec/x'],
    ['http://[fd00::7]:4/exec/x', 'ws://[fd00::7]:4/exec/x'],
    ['http://user:secret@127.0.0.1:4/exec/x', 'ws://127.0.0.1:4/exec/x'],
  ])('%s', (text, expected) => {
    const parsed = parseRuntimeUrl(text, own);
    expect(typeof parsed === 'string' ? parsed : parsed.url.href).toBe(expected);
  });
  it.each([
    ['http://10.0.0.8:4/exec/x', 'no address of this machine'],
    ['http://127.0.0.1.evil.example/exec/x', 'no address of this machine'],
    ['http://metadata.internal/exec/x', 'no address of this machine'],
    ['file:///etc/passwd', 'named no address'],
    ['', 'named no address'],
  ])('%s is not called', (text, words) => {
    expect(parseRuntimeUrl(text, own)).toContain(words);
  });
});

describe('words of the browser', () => {
  const bytes = (text: string) => Buffer.from(text);
  it('are known ones or none', () => {
    expect(parseClientControl(bytes('{"ack":12}'))).toEqual({ ack: 12 });
    expect(parseClientControl(bytes('{"close":true}'))).toEqual({ close: true });
    for (const text of [
      '',
      '{',
      '{"ack":-1}',
      '{"ack":1,"close":true}',
      `{"ack":${'1'.repeat(2_000)}}`,
    ]) {
      expect(parseClientControl(bytes(text))).toBeNull();
    }
  });
  it('of a size become those of the runtime', () => {
    expect(String(toRuntimeResize(bytes('{"width":101,"height":33}')))).toBe(
      '{"Width":101,"Height":33}',
    );
    for (const text of ['{}', '{"width":0,"height":1}', '{"width":1e9,"height":1}', 'x']) {
      expect(toRuntimeResize(bytes(text))).toBeNull();
    }
  });
});
