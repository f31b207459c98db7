import { test as base, expect } from '@playwright/test';
import { type Dashboard, type DashboardOptions, startDashboard } from './dashboard.ts';

/** What most specs look at: something at every call, something healthy, something odd. */
const SCENARIOS = [
  'healthy',
  'init-sidecar',
  'job-done',
  'image-404',
  'image-401',
  'exec-missing',
  'crash',
  'init-fails',
  'cni-plugin-missing',
  'pull-slow',
  'terminating-stuck',
  'sandbox-replaced',
];

interface WorkerFixtures {
  readonly node: DashboardOptions;
  readonly dashboard: Dashboard;
}

/** A page of a person who is logged in on a simulated node; `node` says what happens there. */
export const test = base.extend<object, WorkerFixtures>({
  node: [{ scenarios: SCENARIOS }, { option: true, scope: 'worker' }],
  dashboard: [
    async ({ node }, use) => {
      const dashboard = await startDashboard(node);
      await use(dashboard);
      await dashboard.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ dashboard }, use) => use(dashboard.url),
  extraHTTPHeaders: ({ dashboard }, use) => use({ authorization: `Bearer ${dashboard.token}` }),
});
export { expect };
