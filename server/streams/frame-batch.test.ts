import { expect, it } from 'vitest';
import { FrameBatch } from './frame-batch.ts';

const frame = (channel: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(text)]);

function start() {
  const passed: [number | undefined, string][] = [];
  const batch = new FrameBatch((one) => passed.push([one[0], one.subarray(1).toString('utf8')]));
  return { batch, passed };
}

it('hands on in the same turn of the loop, as one, what came together', async () => {
  const { batch, passed } = start();
  for (const text of ['a', 'bc', 'd']) batch.add(frame(1, text));
  expect([batch.bytes, passed]).toEqual([4, []]);
  await Promise.resolve();
  expect([batch.bytes, passed]).toEqual([0, [[1, 'abcd']]]);
});

it('keeps the order of both outputs', async () => {
  const { batch, passed } = start();
  batch.add(frame(1, 'out '));
  batch.add(frame(1, 'more'));
  batch.add(frame(2, 'bad'));
  batch.add(frame(1, 'end'));
  await Promise.resolve();
  expect(passed).toEqual([
    [1, 'out more'],
    [2, 'bad'],
    [1, 'end'],
  ]);
});

it('hands a large one on at once, behind what came before it', () => {
  const { batch, passed } = start();
  const large = 'x'.repeat(10_000);
  batch.add(frame(1, 'first'));
  batch.add(frame(1, large));
  expect(passed).toEqual([
    [1, 'first'],
    [1, large],
  ]);
});
