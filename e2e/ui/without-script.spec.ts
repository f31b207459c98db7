import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({ javaScriptEnabled: false });

test('the verdict of a pod, its cause and its proof are in the HTML', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.getByTestId('verdict')).toContainText('Stopped at PullImage');
  await expect(page.locator('.cause-card')).toContainText('image-not-found');
  await expect(page.locator('.proof-card .quote').first()).toBeVisible();
});

test('stages and tabs are ordinary links', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await page.locator('.matrix-cell a').nth(1).click();
  await expect(page).toHaveURL(/stage=sandbox/);
  await expect(page.locator('.matrix-cell a[aria-current]')).toContainText('RunPodSandbox');
  await page.getByRole('link', { name: 'JSON' }).click();
  await expect(page.locator('.json pre')).toContainText('"stage": "pull"');
});

test('the node says what is wrong and with which pods', async ({ page }) => {
  await page.goto(pagePaths.node());
  await expect(page.getByTestId('verdict')).toContainText(/pods are stuck/);
  await expect(page.locator('.stuck')).toContainText('mailer');
});

test('the list of pods filters by its form', async ({ page }) => {
  await page.goto(pagePaths.pods());
  const rows = page.locator('.pods-table tbody tr');
  await expect(rows.first().locator('.state-icon')).toHaveAttribute('data-state', 'failed');
  await page.getByLabel('Filter pods').fill('stage:pull state:failed');
  await page.getByLabel('Filter pods').press('Enter');
  await expect(page).toHaveURL(/q=stage/);
  await expect(rows).toHaveCount(2);
});
