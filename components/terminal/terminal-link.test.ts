import { afterEach, describe, expect, it } from 'vitest';
import { CHANNEL } from '../../server/contract/stream-words.ts';
import type { ControlMessage } from '../../server/contract/ticket.ts';
import { ApiError } from '../data/api-client.ts';
import type { StreamHandlers, StreamRequest } from '../data/stream-socket.ts';
import { TerminalLink } from './terminal-link.ts';

interface Opened {
  readonly request: StreamRequest;
  readonly on: StreamHandlers;
  readonly sent: { readonly channel: number; readonly text: string }[];
  isClosed: boolean;
}

/** A link whose connections a test speaks through, and a screen that shows at once unless it is told to wait. */
function start(session: string | null = null) {
  const connections: Opened[] = [];
  const shown: string[] = [];
  const notes: string[] = [];
  const kept: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const screen = { isSlow: false };
  const link = new TerminalLink({
    open: (request, on) => {
      const connection: Opened = { request, on, sent: [], isClosed: false };
      connections.push(connection);
      return {
        send: (channel, data) =>
          connection.sent.push({
            channel,
            text: typeof data === 'string' ? data : new TextDecoder().decode(data),
          }),
        waitingBytes: () => 0,
        close: () => {
          connection.isClosed = true;
        },
      };
    },
    screen: {
      write: (bytes, done) => {
        shown.push(new TextDecoder().decode(bytes));
        if (screen.isSlow) waiting.push(done);
        else done();
      },
      note: (text) => notes.push(text),
    },
    request: { kind: 'exec', containerId: 'c1' },
    session,
    keep: (id) => kept.push(id),
  });
  links.push(link);
  link.connect();
  const at = (index: number): Opened => {
    const connection = connections[index];
    if (connection === undefined) throw new Error(`no connection ${index}`);
    return connection;
  };
  return { link, at, connections, shown, notes, kept, waiting, screen };
}
const links: TerminalLink[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.leave();
});

const OPENED = {
  control: 'opened' as const,
  session: 's'.repeat(24),
  command: ['/bin/bash'],
  tty: true,
};
const bytes = (text: string) => new TextEncoder().encode(text);
const END: ControlMessage = {
  control: 'end',
  reason: 'exited',
  detail: null,
  exitCode: 3,
  leftBehind: null,
  nextChecks: [],
};
const problem = (code: 'not-found' | 'feature-disabled', detail: string) =>
  new ApiError({ type: 'about:blank', title: '', status: 404, code, detail });

describe('a terminal', () => {
  it('shows output, tells the size it was given before it opened, and what it has shown', async () => {
    const { link, at, shown } = start();
    link.resize(80, 24);
    at(0).on.control(OPENED);
    expect(link.get()).toMatchObject({ phase: 'open', command: ['/bin/bash'] });
    expect(at(0).sent.at(-2)).toEqual({
      channel: CHANNEL.resize,
      text: '{"width":80,"height":24}',
    });
    at(0).on.data(CHANNEL.stdout, bytes('hello'));
    at(0).on.data(CHANNEL.status, bytes('not output'));
    expect(shown).toEqual(['hello']);
    await expect
      .poll(() => at(0).sent.at(-1))
      .toEqual({ channel: CHANNEL.control, text: '{"ack":5}' });
  });

  it('what is written and not shown yet is not told as shown', async () => {
    const { at, waiting, screen } = start();
    at(0).on.control(OPENED);
    screen.isSlow = true;
    at(0).on.data(CHANNEL.stdout, new Uint8Array(40_000));
    expect(at(0).sent.at(-1)?.text).toBe('{"ack":0}');
    waiting[0]?.();
    expect(at(0).sent.at(-1)?.text).toBe('{"ack":40000}');
  });

  it('a broken connection is taken up at the byte it broke at, and the size is told again', async () => {
    const { link, at, connections, shown, notes } = start();
    link.resize(80, 24);
    at(0).on.control(OPENED);
    at(0).on.data(CHANNEL.stdout, bytes('12345'));
    at(0).on.lost({ wasOpen: true, error: null });
    expect(link.get().phase).toBe('lost');
    await expect.poll(() => connections.length).toBe(2);
    expect(at(1).request).toEqual({ kind: 'resume', session: OPENED.session, receivedBytes: 5 });
    at(1).on.control({ ...OPENED, control: 'resumed', fromBytes: 1_000_005, lostBytes: 1_000_000 });
    at(1).on.data(CHANNEL.stdout, bytes('6'));
    expect(shown).toEqual(['12345', '6']);
    expect(notes).toEqual(['1.0 MB of output are no longer kept']);
    expect(link.get()).toMatchObject({ phase: 'open', givenUpAtMs: null });
    await expect.poll(() => at(1).sent.at(-1)?.text).toBe('{"ack":1000006}');
  });

  it('a session of the page before it was loaded anew is taken up from its first byte kept', () => {
    const { at, kept } = start('before'.repeat(4));
    expect(at(0).request).toMatchObject({ kind: 'resume', receivedBytes: 0 });
    at(0).on.lost({ wasOpen: false, error: problem('not-found', 'no such session') });
    expect(kept).toEqual([null]);
  });

  it('its end is kept with reason and exit code, and nothing is tried again', () => {
    const { link, at, connections, kept } = start();
    at(0).on.control(OPENED);
    at(0).on.control(END);
    at(0).on.lost({ wasOpen: true, error: null });
    expect(link.get()).toMatchObject({ phase: 'ended', end: { reason: 'exited', exitCode: 3 } });
    expect(connections).toHaveLength(1);
    expect(kept).toEqual([OPENED.session, null]);
  });

  it('a refusal is told in the words of the server', () => {
    const { link, at } = start();
    at(0).on.lost({ wasOpen: false, error: problem('feature-disabled', 'exec is switched off.') });
    expect(link.get()).toMatchObject({ phase: 'ended', problem: 'exec is switched off.' });
  });

  it('a pause is shown while it lasts, and what was left out is noted', () => {
    const { link, at, notes } = start();
    at(0).on.control(OPENED);
    at(0).on.control({ control: 'paused', why: 'The page is behind.' });
    expect(link.get().paused).toBe('The page is behind.');
    at(0).on.control({ control: 'flowing' });
    at(0).on.control({ control: 'skipped', bytes: 2_000_000 });
    expect(link.get().paused).toBeNull();
    expect(notes).toEqual(['2.0 MB that waited were left out']);
  });

  it('closing asks the server, which says when nothing runs any more', () => {
    const { link, at } = start();
    at(0).on.control(OPENED);
    link.end();
    expect(at(0).sent.at(-1)).toEqual({ channel: CHANNEL.control, text: '{"close":true}' });
    expect(link.get().phase).toBe('open');
  });
});
