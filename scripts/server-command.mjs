// @ts-check

/**
 * How node runs the server: small heaps, no compilers beside the interpreter's, as what runs here is short and cold, and
 * a collection on request, for when nobody looks any more. What each of them is worth: docs/adr/0013.
 */
export const SERVER_COMMAND = [
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
  '--no-opt',
  '--no-sparkplug',
  '--expose-gc',
  'dist/server.mjs',
];

/** One arena: each thread of the pool would otherwise keep freed memory of its own. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '1' };
