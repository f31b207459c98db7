import { expect, it } from 'vitest';
import { CriError, type GrpcCode } from './cri-error.ts';
import { fileSentence, versionFailureSentence } from './failure-sentence.ts';

const PATH = '/run/x.sock';

/** As the gRPC library words them; a new wording falls through to a quote. */
const CASES: readonly (readonly [GrpcCode, details: string, expected: string])[] = [
  [
    'UNAVAILABLE',
    'No connection established. Last error: Error: connect ENOENT /run/x.sock',
    'There is no socket at',
  ],
  [
    'UNAVAILABLE',
    'No connection established. Last error: Error: connect EACCES /run/x.sock',
    'No permission to open',
  ],
  [
    'UNAVAILABLE',
    'No connection established. Last error: Error: connect ECONNREFUSED /run/x.sock',
    'Nothing listens on',
  ],
  [
    'UNAVAILABLE',
    'No connection established. Last error: Protocol error (2026-11-29T22:11:53.577Z)',
    'not with gRPC',
  ],
  [
    'UNAVAILABLE',
    'No connection established. Last error: Failed to connect (2026-11-29T22:11:56Z)',
    'closes each connection',
  ],
  ['UNAVAILABLE', 'Connection dropped', 'was closed by the runtime'],
  ['UNAVAILABLE', 'the runtime closed the connection', 'was closed by the runtime'],
  ['UNIMPLEMENTED', 'Received HTTP status code 404', 'not with gRPC'],
  ['UNIMPLEMENTED', 'unknown service runtime.v1.RuntimeService', 'does not serve CRI'],
  ['UNKNOWN', 'server is not initialized yet', 'answers Version with an error: server is not'],
];

it.each(CASES)('%s %s', (code, details, expected) => {
  expect(versionFailureSentence(PATH, new CriError('Version', code, details))).toContain(expected);
});

it.each([
  [{ kind: 'missing' }, 'There is no socket at /run/x.sock'],
  [{ kind: 'denied' }, 'No permission to open /run/x.sock'],
  [{ kind: 'not-a-socket', found: 'a directory' }, '/run/x.sock is not a socket but a directory.'],
  [{ kind: 'unreadable', error: 'EIO' }, '/run/x.sock cannot be looked at: EIO.'],
] as const)('%j', (file, expected) => {
  expect(fileSentence(PATH, file)).toContain(expected);
});

it('a socket that may be opened needs no sentence', () => {
  expect(fileSentence(PATH, { kind: 'socket', identity: '1' })).toBeNull();
});
