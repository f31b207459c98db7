import { expect, it } from 'vitest';
import { type HealthFacts, toHealth } from './to-health.ts';

const NOW = Date.parse('2026-11-29T12:00:20.000Z');
const FACTS: HealthFacts = {
  state: 'ok',
  sinceMs: NOW - 14_000,
  lastAnswerAtMs: NOW - 15_000,
  runtimeName: 'containerd',
  path: '/run/x.sock',
  problem: null,
  oldestRead: null,
  callsInFlight: 0,
};
const health = (facts: Partial<HealthFacts>) => toHealth({ ...FACTS, ...facts }, NOW);

it('ok says nothing', () => {
  expect(health({})).toEqual({
    state: 'ok',
    since: '2026-11-29T12:00:06.000Z',
    lastAnswerAt: '2026-11-29T12:00:05.000Z',
    hangingCall: null,
    message: null,
    callsInFlight: 0,
  });
});

it('ok with a fast call outstanding says nothing', () => {
  const oldestRead = { rpc: 'ListContainers', startedAtMs: NOW - 4_000 };
  expect(health({ oldestRead, callsInFlight: 1 })).toMatchObject({
    message: null,
    callsInFlight: 1,
  });
});

it('ok with a list that hangs names it', () => {
  const oldestRead = { rpc: 'ListContainers', startedAtMs: NOW - 12_000 };
  expect(health({ oldestRead })).toMatchObject({
    state: 'ok',
    hangingCall: 'ListContainers',
    message: 'containerd answers Version, but ListContainers has not answered for 12 s.',
  });
});

it('hung counts the seconds and names the call', () => {
  const oldestRead = { rpc: 'ListPodSandbox', startedAtMs: NOW - 14_000 };
  expect(health({ state: 'hung', oldestRead })).toMatchObject({
    hangingCall: 'ListPodSandbox',
    message: 'containerd has not answered for 14 s; ListPodSandbox hangs.',
  });
});

it('hung between two probes is Version', () => {
  expect(health({ state: 'hung', runtimeName: null })).toMatchObject({
    hangingCall: 'Version',
    message: 'The runtime at /run/x.sock has not answered for 14 s; Version hangs.',
  });
});

it('down tells why', () => {
  expect(health({ state: 'down', problem: 'There is no socket.' }).message).toBe(
    'There is no socket.',
  );
});

it('connecting says where to', () => {
  expect(health({ state: 'connecting', lastAnswerAtMs: null })).toMatchObject({
    lastAnswerAt: null,
    message: 'Connecting to /run/x.sock.',
  });
});
