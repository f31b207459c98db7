import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { LiveChange } from '../contract/live.ts';
import type { PodRef } from '../runtime.ts';
import { sampleChange, sampleRow } from './testing/samples.ts';
import {
  startTestServer,
  type TestOptions,
  type TestServer,
  TOKENS,
} from './testing/start-test-server.ts';

let server: TestServer | null = null;
async function start(options: TestOptions = {}): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}
afterEach(async () => {
  await server?.close();
  server = null;
});

const token = TOKENS[1].token;

/** A live stream that a test feeds; tells when it was ended. */
function scriptedLive() {
  const queue: LiveChange[] = [];
  let wake: () => void = () => undefined;
  const seen: { ref: PodRef | null; hasEnded: boolean; taken: number } = {
    ref: null,
    hasEnded: false,
    taken: 0,
  };
  async function* live(
    ref: PodRef | null,
    options: { signal: AbortSignal },
  ): AsyncGenerator<LiveChange, void, void> {
    seen.ref = ref;
    options.signal.addEventListener('abort', () => wake());
    try {
      while (!options.signal.aborted) {
        const change = queue.shift();
        if (change === undefined)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        else {
          seen.taken += 1;
          yield change;
        }
      }
    } finally {
      seen.hasEnded = true;
    }
  }
  const push = (change: LiveChange): void => {
    queue.push(change);
    wake();
  };
  return { live, push, seen };
}

/** Reads events one by one; comments come as event "". */
async function* readEvents(
  message: IncomingMessage,
): AsyncGenerator<{ event: string; data: string }> {
  const isPacked = message.headers['content-encoding'] === 'gzip';
  const source = isPacked ? message.pipe(createGunzip()) : message;
  let rest = '';
  for await (const chunk of source) {
    const blocks = `${rest}${String(chunk)}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      if (!block.startsWith('retry:')) yield { event: field('event'), data: field('data') };
    }
  }
}

async function next(
  events: AsyncGenerator<{ event: string; data: string }>,
): Promise<{ event: string; data: string }> {
  const result = await events.next();
  return result.done === true ? { event: 'closed', data: '' } : result.value;
}

const ALL = sampleChange(1, { complete: true, upserted: [sampleRow('shop', 'api')], removed: [] });
const REMOVED = sampleChange(2, { complete: false, upserted: [], removed: ['shop/api/uid-api'] });

test.each(['identity', 'gzip'])(
  'everything first, then what changes, each at once (%s)',
  async (encoding) => {
    const { live, push, seen } = scriptedLive();
    const { open } = await start({ runtime: { live } });
    push(ALL);
    const answer = await open('/api/v1/events?pod=shop/api&uid=u', {
      token,
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const events = readEvents(answer);
    expect(await next(events)).toEqual({ event: 'change', data: JSON.stringify(ALL) });
    push(REMOVED);
    expect(await next(events)).toEqual({ event: 'change', data: JSON.stringify(REMOVED) });
    expect(seen.ref).toEqual({ namespace: 'shop', name: 'api', uid: 'u' });
    answer.destroy();
    await expect.poll(() => seen.hasEnded).toBe(true);
  },
);

test('a heartbeat comes while nothing changes', async () => {
  const { live } = scriptedLive();
  const { open } = await start({ runtime: { live }, heartbeatMs: 5 });
  const events = readEvents(await open('/api/v1/events', { token }));
  expect(await next(events)).toEqual({ event: '', data: '' });
});

test('when the server stops the stream says so and ends', async () => {
  const { live, seen } = scriptedLive();
  const { open, stopping } = await start({ runtime: { live } });
  const events = readEvents(await open('/api/v1/events', { token }));
  await expect.poll(() => seen.hasEnded || seen.ref === null).toBe(true);
  stopping.abort();
  expect(await next(events)).toEqual({ event: 'end', data: '{"reason":"server-stops"}' });
  expect((await next(events)).event).toBe('closed');
  expect(seen.hasEnded).toBe(true);
});

test('it ends with the login', async () => {
  const { live, seen } = scriptedLive();
  const { open, ask, logIn, port } = await start({ runtime: { live }, heartbeatMs: 5 });
  const cookie = await logIn();
  const origin = `http://localhost:${port}`;
  const answer = await open('/api/v1/events', { headers: { cookie, origin } });
  await ask('/logout', { method: 'POST', headers: { cookie, origin } });
  const events = readEvents(answer);
  let last = await next(events);
  while (last.event === '') last = await next(events);
  expect(last).toEqual({ event: 'end', data: '{"reason":"logged-out"}' });
  expect(seen.hasEnded).toBe(true);
});

test('a reader that takes nothing is not fed', async () => {
  const { live, push, seen } = scriptedLive();
  const { open } = await start({ runtime: { live } });
  const rows = Array.from({ length: 500 }, (_, index) => sampleRow('shop', `pod-${index}`));
  for (let version = 1; version <= 100; version += 1) {
    push(sampleChange(version, { complete: true, upserted: rows, removed: [] }));
  }
  const answer = await open('/api/v1/events', { token });
  await once(answer, 'readable');
  await expect.poll(() => seen.taken).toBeGreaterThan(0);
  // 100 messages are some 40 MB; the kernel's buffers take a few.
  expect(seen.taken).toBeLessThan(50);
  answer.destroy();
  await expect.poll(() => seen.hasEnded).toBe(true);
});

test('streams are counted, and one too many is refused', async () => {
  async function* live(
    _ref: PodRef | null,
    { signal }: { signal: AbortSignal },
  ): AsyncGenerator<LiveChange> {
    await once(signal, 'abort');
    yield ALL;
  }
  const { open, ask } = await start({ runtime: { live } });
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => open('/api/v1/events', { token })),
  );
  const refused = await ask('/api/v1/events', { token });
  expect(refused.status).toBe(429);
  answers[0]?.destroy();
  await expect
    .poll(async () => {
      const answer = await open('/api/v1/events', { token });
      answer.destroy();
      return answer.statusCode;
    })
    .toBe(200);
  for (const answer of answers) answer.destroy();
});

test.each(['?pod=shop', '?pod=a/b/c', '?uid=1', '?pods=shop/api'])('refused: %s', async (query) => {
  const { ask } = await start();
  expect((await ask(`/api/v1/events${query}`, { token })).status).toBe(400);
});
