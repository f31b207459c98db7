import { describe, expect, it } from 'vitest';
import type { ProbeStep } from '../../contract/probe.ts';
import { CANCEL_SENTENCES, PROBE_CALLS } from '../../contract/probe-words.ts';
import { duration, type ProbeSoFar, probeSentence } from './sentence.ts';
import { stepsOf } from './testing/steps.ts';

const probe = (parts: Partial<ProbeSoFar>): string =>
  probeSentence({
    state: 'succeeded',
    steps: stepsOf('ok'),
    next: null,
    cancel: null,
    runtimeHandler: '',
    ...parts,
  });

const times = (step: Partial<ProbeStep>) =>
  Object.fromEntries(PROBE_CALLS.map((call) => [call, step]));

describe('a probe says what it proves', () => {
  it.each<[string, Partial<ProbeSoFar>]>([
    ['This node can start a pod: four calls.', {}],
    [
      'This node can start a pod with the handler kata: four calls in 1.2 s, usually 0.9 s.',
      {
        steps: stepsOf('ok', times({ durationMs: 300, usualMs: 225 })),
        runtimeHandler: 'kata',
      },
    ],
    [
      'This node can start a pod: three calls in 0.9 s, and the image was here already.',
      { steps: stepsOf('ok', { ...times({ durationMs: 300 }), PullImage: { state: 'skipped' } }) },
    ],
    ['Nothing has been asked of the runtime yet.', { state: 'pending', steps: stepsOf('pending') }],
    [
      'PullImage is running, usually 38 ms.',
      {
        state: 'running',
        steps: stepsOf('pending', {
          RunPodSandbox: { state: 'ok' },
          PullImage: { state: 'running', usualMs: 38 },
        }),
      },
    ],
    ['All calls are made.', { state: 'running' }],
    ['Waits for you. Next: PullImage.', { state: 'waiting', next: 'PullImage' }],
    ['All calls are made. Next: clean up.', { state: 'waiting', next: 'CleanUp' }],
    [
      'Stopped at PullImage: no such image.',
      {
        state: 'failed',
        steps: stepsOf('not-reached', {
          RunPodSandbox: { state: 'ok' },
          PullImage: {
            state: 'failed',
            error: {
              code: 'NOT_FOUND',
              text: 'rpc error: no such image.',
              innermost: [11, 25],
              frames: [],
            },
          },
        }),
      },
    ],
    [
      'This node can start a pod (four calls), but its container did not stay: exited with 1.',
      {
        state: 'failed',
        steps: stepsOf('ok', { Observe: { state: 'failed', note: 'exited with 1.' } }),
      },
    ],
    [
      `${CANCEL_SENTENCES['nobody-looks']} It came during PullImage; one call went well.`,
      {
        state: 'cancelled',
        cancel: { reason: 'nobody-looks', sentence: CANCEL_SENTENCES['nobody-looks'] },
        steps: stepsOf('not-reached', {
          RunPodSandbox: { state: 'ok' },
          PullImage: { state: 'cancelled' },
        }),
      },
    ],
    [
      'Cancelled by a person. It came before RunPodSandbox.',
      {
        state: 'cancelled',
        cancel: { reason: 'by-person', sentence: CANCEL_SENTENCES['by-person'] },
        steps: stepsOf('not-reached'),
      },
    ],
    [
      'Cancelled by a person. Until then: this node can start a pod.',
      {
        state: 'cancelled',
        cancel: { reason: 'by-person', sentence: CANCEL_SENTENCES['by-person'] },
        steps: stepsOf('ok', { Observe: { state: 'cancelled' } }),
      },
    ],
    [
      'Cancelled by a person. Until then: Stopped at CreateContainer.',
      {
        state: 'cancelled',
        cancel: { reason: 'by-person', sentence: CANCEL_SENTENCES['by-person'] },
        steps: stepsOf('ok', { CreateContainer: { state: 'failed' } }),
      },
    ],
  ])('%s', (sentence, parts) => {
    expect(probe(parts)).toBe(sentence);
  });

  it('a long error is cut', () => {
    const text = 'x'.repeat(400);
    const error = { code: 'UNKNOWN', text, innermost: [0, 400] as [number, number], frames: [] };
    const steps = stepsOf('ok', { PullImage: { state: 'failed', error } });
    expect(probe({ state: 'failed', steps }).length).toBeLessThan(200);
  });
});

it.each([
  [0.4, '0 ms'],
  [99, '99 ms'],
  [949, '0.9 s'],
  [59_900, '59.9 s'],
  [59_970, '1 min'],
  [125_000, '2 min 5 s'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
