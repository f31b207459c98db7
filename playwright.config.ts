import { defineConfig } from '@playwright/test';

/** Debian's chromium; CHROMIUM names another one. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Where `npm test` reads the counts; without it only the list is printed. */
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/playwright',
  // A test that passes at the second try is a test that failed: the cause is in the product or in the test.
  retries: 0,
  // One node, one dashboard, one browser at a time: figures stay comparable and the lab's node is one.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // 60 s: a cold renderer takes two, a lab node five; more is a hang.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'off',
    video: 'off',
    screenshot: 'off',
    launchOptions: {
      executablePath,
      // Root needs no-sandbox; the resolver rule keeps the browser from calling anywhere but our own server.
      args: [
        '--no-sandbox',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    { name: 'sim', testDir: 'e2e/ui', testMatch: '*.spec.ts' },
    { name: 'lab', testDir: 'e2e/lab', testMatch: '*.spec.ts', timeout: 120_000 },
  ],
});
