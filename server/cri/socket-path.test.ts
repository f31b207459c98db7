import { describe, expect, it } from 'vitest';
import { isSameNodePath, nodePath, socketPath, underHostRoot } from './socket-path.ts';

describe('socketPath', () => {
  it.each([
    ['unix:///run/x.sock', '/run/x.sock'],
    ['unix:/run/x.sock', '/run/x.sock'],
    ['unix:////run/x.sock', '/run/x.sock'],
    ['/run/x.sock', '/run/x.sock'],
    [' /run/x.sock\n', '/run/x.sock'],
    ['tcp://127.0.0.1:1', null],
    ['npipe:////./pipe/x', null],
    ['run/x.sock', null],
    ['unix:x.sock', null],
    ['', null],
  ])('%j is %j', (endpoint, expected) => {
    expect(socketPath(endpoint)).toBe(expected);
  });
});

it('goes below the host root and back', () => {
  expect(underHostRoot('/run/x.sock', '/host/')).toBe('/host/run/x.sock');
  expect(underHostRoot('/run/x.sock', '/')).toBe('/run/x.sock');
  expect(nodePath('/host/run/x.sock', '/host')).toBe('/run/x.sock');
  expect(nodePath('/hostile/x.sock', '/host')).toBe('/hostile/x.sock');
  expect(nodePath('/run/x.sock', '')).toBe('/run/x.sock');
});

it('knows the two names of /run', () => {
  expect(isSameNodePath('/var/run/crio/crio.sock', '/run/crio/crio.sock')).toBe(true);
  expect(isSameNodePath('/run/a.sock', '/run/b.sock')).toBe(false);
});
