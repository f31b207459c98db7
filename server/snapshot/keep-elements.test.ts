import { describe, expect, it } from 'vitest';
import { keepElements } from './keep-elements.ts';

const pod = (uid: string, phase: string) => ({ uid, status: { phase } });
const list = (...elements: object[]): readonly object[] => elements;

describe('a list that is read again', () => {
  it('is the old one where nothing changed', () => {
    const before = list(pod('a', 'Running'), pod('b', 'Running'));
    expect(keepElements(before, list(pod('a', 'Running'), pod('b', 'Running')))).toBe(before);
  });

  it('has the old elements but for the one that changed', () => {
    const before = list(pod('a', 'Running'), pod('b', 'Pending'));
    const now = keepElements(before, list(pod('a', 'Running'), pod('b', 'Running')));
    expect(now).not.toBe(before);
    expect(now[0]).toBe(before[0]);
    expect(now[1]).toEqual(pod('b', 'Running'));
  });

  it('has them in the new order, with what came and without what went', () => {
    const before = list(pod('a', 'Running'), pod('b', 'Running'), pod('c', 'Running'));
    const now = keepElements(before, list(pod('c', 'Running'), pod('d', 'Running'), pod('a', 'x')));
    expect(now[0]).toBe(before[2]);
    expect(now.slice(1)).toEqual([pod('d', 'Running'), pod('a', 'x')]);
  });

  it('is another one when only the order changed', () => {
    const before = list(pod('a', 'Running'), pod('b', 'Running'));
    const now = keepElements(before, list(pod('b', 'Running'), pod('a', 'Running')));
    expect(now).toEqual([before[1], before[0]]);
    expect(now[0]).toBe(before[1]);
  });

  it('of texts, or of elements without a name of their own, is compared in place', () => {
    expect(keepElements(['a', 'b'], ['b', 'a'])).toEqual(['b', 'a']);
    const before = [{ text: 'x' }, { text: 'y' }];
    const now = keepElements(before, [{ text: 'x' }, { text: 'z' }]);
    expect(now[0]).toBe(before[0]);
    expect(now[1]).toEqual({ text: 'z' });
  });

  it('that got shorter by its end is a new list of old elements', () => {
    const before = list(pod('a', 'Running'), pod('b', 'Running'));
    const now = keepElements(before, list(pod('a', 'Running')));
    expect(now).toEqual([before[0]]);
    expect(now[0]).toBe(before[0]);
  });
});
