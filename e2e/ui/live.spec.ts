import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({ node: { scenarios: ['healthy', 'image-404'] } });
test.describe.configure({ mode: 'serial' });

test('the runtime hangs: the page says which call, greys what it shows, and recovers', async ({
  page,
  dashboard,
}) => {
  await page.goto(pagePaths.node());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  dashboard.sim.control.hang();
  const notice = page.locator('.notice');
  await expect(notice).toContainText('does not answer');
  await expect(notice).toContainText('hangs');
  await expect(page.locator('main')).toHaveAttribute('data-stale', 'true');
  await expect(page.locator('.live')).toContainText('as of');
  // A reload while it hangs still gives a page.
  await page.reload();
  await expect(page.getByTestId('verdict')).toBeVisible();
  dashboard.sim.control.resume();
  await expect(notice).toBeHidden();
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
});

test('the runtime goes and comes back', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await dashboard.sim.control.kill();
  await expect(page.locator('.notice')).toContainText('is not reachable');
  await expect(page.getByTestId('verdict')).toBeVisible();
  await dashboard.sim.control.restart();
  await expect(page.locator('.notice')).toBeHidden();
});

test('the dashboard itself goes: the page says so and comes back by itself', async ({
  page,
  dashboard,
}) => {
  await page.goto(pagePaths.pods());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await dashboard.stopServer();
  await expect(page.locator('.notice')).toContainText('Connection to cri-triage lost');
  await expect(page.locator('.pods-table tbody tr').first()).toBeVisible();
  await dashboard.startServer();
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live', { timeout: 20_000 });
  await expect(page.locator('.notice')).toBeHidden();
});
