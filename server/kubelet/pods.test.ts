import { describe, expect, it } from 'vitest';
import { PodsReader } from './pods.ts';
import { splitItems } from './split-items.ts';

const pod = (name: string, more: object = {}) => ({
  metadata: { name, namespace: 'shop', annotations: { text: '} ] " \\ "items":[{' } },
  ...more,
});
const bodyOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const read = (reader: PodsReader, value: unknown) => reader.read(bodyOf(value), 'kubelet/pods');

describe('splitItems', () => {
  const texts = (text: string) => {
    const body = Buffer.from(text);
    return splitItems(body)?.map(({ start, end }) => body.toString('utf8', start, end)) ?? null;
  };

  it.each([
    ['{"items":[]}', []],
    [
      '{"kind":"PodList","metadata":{"items":[{"x":1}]},"items":[{"a":1},{"b":{"c":"}"}}]}',
      ['{"a":1}', '{"b":{"c":"}"}}'],
    ],
    ['{ "items" : [\n {"a":"\\\\"} , {"b":"\\"]"}\n ] }', ['{"a":"\\\\"}', '{"b":"\\"]"}']],
    ['{"a":"items","items":[{"ü":"日本"}]}', ['{"ü":"日本"}']],
  ])('finds the objects in %s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"items":null}',
    '{"items":[7]}',
    '{"items":[{"a":1}',
    '{"items":[{"a":"',
    '"items":[',
    '{"items',
  ])('finds none in %j', (text) => {
    expect(texts(text)).toBeNull();
  });
});

describe('PodsReader', () => {
  it('reads again only what changed', () => {
    const reader = new PodsReader();
    const first = read(reader, { items: [pod('a'), pod('b'), pod('c')] });
    const second = read(reader, {
      items: [pod('new'), pod('a'), pod('b', { status: { phase: 'Failed' } }), pod('c')],
    });
    expect(second.pods.map(({ name, phase }) => `${name} ${phase}`)).toEqual([
      'new ',
      'a ',
      'b Failed',
      'c ',
    ]);
    expect(second.pods[1]).toBe(first.pods[0]);
    expect(second.pods[2]).not.toBe(first.pods[1]);
    expect(second.pods[3]).toBe(first.pods[2]);
  });

  it('counts malformed items each time, without losing the others', () => {
    const reader = new PodsReader();
    for (const status of [1, 2]) {
      expect(
        read(reader, { status, items: [pod('a'), { metadata: {} }, { kind: 7 }] }),
      ).toMatchObject({
        pods: [{ name: 'a' }],
        malformed: 2,
      });
    }
  });

  it.each([
    ['items that are no objects', { items: [pod('a'), 7] }],
    ['no items', { items: null }],
  ])('still reads a list with %s', (_name, value) => {
    expect(read(new PodsReader(), value).pods.length).toBeLessThanOrEqual(1);
  });

  it.each(['', '{"items":[{"metadata":{"name":"a"}', '{"items":[{a}]}', 'x'])(
    'refuses %j',
    (text) => {
      expect(() => new PodsReader().read(Buffer.from(text), 'kubelet/pods')).toThrow('JSON');
    },
  );
});
