import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test('figures of all containers, ordered and filtered by the address, lead to the charts of one', async ({
  page,
  dashboard,
}) => {
  // Alone the second key would open the stats of the container.
  const pod = await dashboard.pod('images');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'Stats', exact: true })).toBeVisible();
  const rows = page.locator('.stats-table tbody tr');
  await expect(rows.first()).toContainText(/ [KMG]iB/);
  await page.getByRole('link', { name: 'Memory' }).click();
  await expect(page).toHaveURL(/sort=memory/);
  await page.keyboard.press('/');
  await page.keyboard.type('container:mesh');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=stats/);
  await expect(page.locator('.stat-card', { hasText: 'Memory' })).toContainText(/ [KMG]iB/);
});

test('what the runtime does not report is a sentence, never a zero', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('images');
  await page.goto(`${pagePaths.pod(pod.namespace, pod.name)}?tab=stats`);
  const processes = page.locator('.stat-card', { hasText: 'Processes' });
  await expect(processes).toContainText('not reported by containerd');
  await expect(processes.locator('svg')).toHaveCount(0);
});

test('the code of charts and terminal comes only where they are shown', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('images');
  let bytes = 0;
  page.on('response', async (response) => {
    if (response.url().includes('/_next/') && response.url().includes('.js')) {
      bytes += (await response.body()).length;
    }
  });
  await page.goto(`${pagePaths.pod(pod.namespace, pod.name)}?tab=logs`);
  await expect(page.locator('.log-status')).toHaveAttribute('data-phase', /following|lost|shown/);
  const logsBytes = bytes;
  await page.keyboard.press('s');
  await expect(page.locator('.stat-grid svg').first()).toBeVisible();
  await expect.poll(() => bytes - logsBytes).toBeGreaterThan(200_000);
});
