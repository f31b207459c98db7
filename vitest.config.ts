import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,components,e2e,scripts,app}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Threads start faster than processes; no test changes the process it runs in.
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ['default'],
    allowOnly: false,
  },
});
