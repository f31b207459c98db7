import { describe, expect, it } from 'vitest';
import { explainPath, judgeExecSync, type PathFacts } from './explain-path.ts';

const WORKS = judgeExecSync(null);
const FACTS: PathFacts = {
  call: 'Exec',
  step: 'connect',
  words: 'connect ECONNREFUSED 127.0.0.1:40123',
  grpcCode: null,
  at: '127.0.0.1:40123',
  systemCode: 'ECONNREFUSED',
  httpStatus: null,
  execSync: WORKS,
  isInNodeNetwork: true,
};

function told(change: Partial<PathFacts>): string {
  const { reason, detail } = explainPath({ ...FACTS, ...change });
  return `${reason}: ${detail}`;
}

describe('which part of the way is broken', () => {
  it.each([
    [
      'the streaming server is not there',
      {},
      /^stream-unreachable: Nothing listens at 127\.0\.0\.1:40123/,
    ],
    ['our network is another one', { isInNodeNetwork: false }, /hostNetwork: true/],
    [
      'packets are dropped',
      { systemCode: null, words: 'Opening handshake has timed out' },
      /does not answer: packets/,
    ],
    [
      'the system says no',
      { systemCode: 'EACCES', words: 'connect EACCES' },
      /failed: connect EACCES/,
    ],
    [
      'something else answers',
      { step: 'handshake', systemCode: null, httpStatus: 404 },
      /HTTP 404/,
    ],
    [
      'no address of ours',
      { step: 'address', words: 'The runtime names 192.0.2.1.' },
      /^stream-unreachable: The runtime names 192\.0\.2\.1\./,
    ],
    [
      'the call alone is refused',
      { step: 'call', grpcCode: 'UNKNOWN', words: 'streaming server is disabled' },
      /^runtime-refused: Exec was refused/,
    ],
    [
      'the stream was broken off',
      { step: 'broken', words: '' },
      /^runtime-gone: The runtime broke the stream off/,
    ],
  ] as const)('%s: ExecSync works, so the streaming path is', (_name, change, expected) => {
    expect(told(change)).toMatch(expected);
    expect(told(change)).toContain('container and runtime are sound');
  });

  it('the container, when it does not run', () => {
    const words = 'container is in CONTAINER_EXITED state';
    expect(told({ step: 'call', grpcCode: 'UNKNOWN', words, execSync: null })).toMatch(
      /^container-gone/,
    );
  });

  it('the runtime, when a command does not run either', () => {
    const execSync = judgeExecSync({ grpcCode: 'UNKNOWN', words: 'ttrpc: closed' });
    expect(told({ execSync })).toMatch(/^runtime-refused: Not the stream is broken.*ttrpc: closed/);
  });

  it('the runtime, when it does not answer', () => {
    const words = 'no answer within 10000 ms';
    expect(told({ step: 'call', grpcCode: 'DEADLINE_EXCEEDED', words, execSync: null })).toMatch(
      /^runtime-gone/,
    );
    const execSync = judgeExecSync({ grpcCode: 'UNAVAILABLE', words: 'not connected' });
    expect(told({ step: 'broken', execSync })).toMatch(/^runtime-gone: The runtime did not answer/);
  });

  it('nothing more than is known, when nothing could be tried', () => {
    expect(told({ call: 'PortForward', execSync: null })).not.toContain('sound');
  });
});

it.each([
  'exec: "true": executable file not found in $PATH',
  'unable to start container process: exec: "/bin/zzz": stat /bin/zzz: no such file or directory',
])('a program that is not there proves that commands can be run: %s', (words) => {
  expect(judgeExecSync({ grpcCode: 'UNKNOWN', words }).works).toBe(true);
});
