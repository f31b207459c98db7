import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { delay, linkSignals, orAborted, whenAborted } from './abort.ts';

const listenersOn = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('whenAborted', () => {
  it('calls once on abort', () => {
    const controller = new AbortController();
    let calls = 0;
    whenAborted(controller.signal, () => calls++);
    controller.abort();
    expect(calls).toBe(1);
  });

  it('calls at once when already aborted', () => {
    let calls = 0;
    whenAborted(AbortSignal.abort(), () => calls++);
    expect(calls).toBe(1);
  });

  it('leaves no listener after it was taken off', () => {
    const controller = new AbortController();
    const stop = whenAborted(controller.signal, () => {});
    expect(listenersOn(controller.signal)).toBe(1);
    stop();
    expect(listenersOn(controller.signal)).toBe(0);
  });
});

describe('orAborted', () => {
  it('gives the value and leaves no listener', async () => {
    const controller = new AbortController();
    expect(await orAborted(Promise.resolve(1), controller.signal)).toBe(1);
    expect(listenersOn(controller.signal)).toBe(0);
  });

  it('rejects with the reason', async () => {
    const controller = new AbortController();
    const waiting = orAborted(new Promise(() => {}), controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });
});

describe('delay', () => {
  it('resolves and leaves no listener', async () => {
    const controller = new AbortController();
    await delay(1, controller.signal);
    expect(listenersOn(controller.signal)).toBe(0);
  });

  it('rejects at once when already aborted', async () => {
    await expect(delay(60_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('rejects when aborted while it waits', async () => {
    const controller = new AbortController();
    const waiting = delay(60_000, controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });
});

describe('linkSignals', () => {
  it('aborts with the first of them and its reason', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const linked = linkSignals([one.signal, two.signal]);
    two.abort('second');
    one.abort('first');
    expect(linked.signal.reason).toBe('second');
  });

  it('dispose leaves no listener', () => {
    const one = new AbortController();
    linkSignals([one.signal]).dispose();
    expect(listenersOn(one.signal)).toBe(0);
  });
});
