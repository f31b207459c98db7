import { expect, it } from 'vitest';
import { ReplayBuffer } from './replay-buffer.ts';

const text = (from: { readonly pieces: readonly { channel: number; payload: Buffer }[] }) =>
  from.pieces.map(({ channel, payload }) => `${channel}:${payload}`);

it('gives what came after a place, by channel', () => {
  const buffer = new ReplayBuffer(100);
  buffer.append(1, Buffer.from('abc'));
  buffer.append(1, Buffer.from('def'));
  buffer.append(2, Buffer.from('err'));
  expect(text(buffer.since(0))).toEqual(['1:abcdef', '2:err']);
  expect(text(buffer.since(4))).toEqual(['1:ef', '2:err']);
  expect(buffer.since(9)).toMatchObject({ fromBytes: 9, lostBytes: 0, pieces: [] });
  // A place that never was is no loss.
  expect(buffer.since(1_000)).toMatchObject({ fromBytes: 9, lostBytes: 0 });
});

it('keeps the last bytes only, and says what is lost', () => {
  const buffer = new ReplayBuffer(8);
  for (const piece of ['0123', '4567', '89']) buffer.append(1, Buffer.from(piece));
  expect(buffer.since(0)).toMatchObject({ fromBytes: 2, lostBytes: 2 });
  expect(text(buffer.since(0))).toEqual(['1:23456789']);
  buffer.append(2, Buffer.from('x'.repeat(20)));
  expect(text(buffer.since(0))).toEqual(['2:xxxxxxxx']);
  expect(buffer.total).toBe(30);
});

it('is the same as all bytes put together, whatever their sizes', () => {
  const capacity = 10_000;
  const buffer = new ReplayBuffer(capacity);
  let all = '';
  for (let index = 0; index < 2_000; index += 1) {
    const piece = `${index},`.repeat((index % 7) + 1);
    buffer.append(1, Buffer.from(piece));
    all += piece;
    if (index % 97 !== 0) continue;
    const { fromBytes, pieces } = buffer.since(0);
    expect(Buffer.concat(pieces.map(({ payload }) => payload)).toString()).toBe(
      all.slice(fromBytes),
    );
    expect(all.length - fromBytes).toBeLessThanOrEqual(capacity);
  }
});

it('stays small when outputs alternate', () => {
  const buffer = new ReplayBuffer(1024 * 1024);
  for (let index = 0; index < 20_000; index += 1) buffer.append(1 + (index % 2), Buffer.from('z'));
  expect(buffer.since(0).pieces.length).toBeLessThanOrEqual(4_096);
  expect(buffer.since(0).lostBytes).toBeGreaterThan(0);
});

it('gives everything back when it is forgotten', () => {
  const buffer = new ReplayBuffer(10);
  buffer.append(1, Buffer.from('abc'));
  buffer.clear();
  expect(buffer.since(0)).toMatchObject({ fromBytes: 3, lostBytes: 3, pieces: [] });
  buffer.append(1, Buffer.from('d'));
  expect(text(buffer.since(0))).toEqual(['1:d']);
});
