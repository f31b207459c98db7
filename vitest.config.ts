import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,components,e2e,scripts,app}/**/*.test.{ts,tsx}'],
    exclude: ['e2e/lab/**', '**/node_modules/**'],
    environment: 'node',
    pool: 'threads',
    testTimeout: 20_000,
    reporters: ['default'],
  },
});
