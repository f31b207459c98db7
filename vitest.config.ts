import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,components,e2e,scripts,app}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Processes, not threads: native parts (gRPC's sockets, the swc parser) now and then end a worker thread of Node 20
    // with a segmentation fault, and the whole run with it.
    pool: 'forks',
    // More than the two cores of a small machine: many tests wait for a deadline to pass.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ['default'],
    allowOnly: false,
  },
});
