import { describe, expect, it } from 'vitest';
import { available, unavailable } from '../contract/section.ts';
import { judgeKubeletLife, type KubeletSigns, type PortSign } from './kubelet-life.ts';

const NOW_MS = Date.UTC(2026, 10, 29, 12, 0, 0);
const HEALTH = '127.0.0.1:10248/healthz';
const BLIND = unavailable('There is no /proc.');
const NONE = available(null, NOW_MS);

function port(result: PortSign['result'], given: Partial<PortSign> = {}): PortSign {
  const words = {
    answered: `${HEALTH} answers (401)`,
    refused: `nothing listens at ${HEALTH} (connection refused)`,
    silent: `${HEALTH} has not answered within 1 s`,
  }[result];
  return { where: HEALTH, result, words, isOfNode: true, ...given };
}

function judge(given: Partial<KubeletSigns>) {
  const signs = {
    ports: [port('refused')],
    process: NONE,
    heartbeatAtMs: null,
    heartbeatEverySeconds: 40,
    ...given,
  };
  return judgeKubeletLife(signs, NOW_MS);
}

const secondsAgo = (seconds: number) => NOW_MS - seconds * 1_000;
const running = available({ pid: 77, command: 'kubelet' }, NOW_MS);

describe('whether kubelet lives', () => {
  it.each<[string, Partial<KubeletSigns>, string]>([
    ['a port answers', { ports: [port('answered')] }, 'alive'],
    ['one of several answers', { ports: [port('refused'), port('answered')] }, 'alive'],
    [
      'a port answers that may not be of this node',
      { ports: [port('answered', { isOfNode: false })] },
      'alive',
    ],
    ['its process runs with closed ports', { process: running }, 'alive'],
    ['its process runs, and no port could be asked', { process: running, ports: [] }, 'alive'],
    ['no process, no port', {}, 'dead'],
    ['no process, and a port is silent', { ports: [port('silent')] }, 'dead'],
    ['no process, an old heartbeat', { heartbeatAtMs: secondsAgo(41) }, 'dead'],
    ['no process, a heartbeat of a moment ago', { heartbeatAtMs: secondsAgo(12) }, 'unknown'],
    ['a heartbeat by a clock that is ahead', { heartbeatAtMs: secondsAgo(-3) }, 'unknown'],
    ['processes are not seen, its own port is closed', { process: BLIND }, 'dead'],
    [
      'processes are not seen, a closed port may be of another place',
      { process: BLIND, ports: [port('refused', { isOfNode: false })] },
      'unknown',
    ],
    [
      'processes are not seen, one port is closed and one is silent',
      { process: BLIND, ports: [port('refused'), port('silent')] },
      'unknown',
    ],
    ['nothing can be asked', { process: BLIND, ports: [] }, 'unknown'],
  ])('%s: %s → %s', (_, given, state) => {
    const life = judge(given);
    expect(life.state).toBe(state);
    expect(life.reason).toMatch(/\.$/u);
    expect(life.advice === null).toBe(state !== 'unknown');
  });

  it('says by what it knows', () => {
    expect(judge({ ports: [port('answered')] }).reason).toBe(
      'kubelet is alive: 127.0.0.1:10248/healthz answers (401).',
    );
    expect(judge({ heartbeatAtMs: secondsAgo(12) }).advice).toBe('Look again in 28 s.');
    expect(judge({ process: BLIND, ports: [] }).reason).toContain('There is no /proc.');
  });
});
