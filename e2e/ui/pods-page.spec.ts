import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({
  node: { scenarios: ['image-404', 'crash'], scale: { pods: 500, containersPerPod: 2 } },
});

test('500 pods: only the rows in sight exist, and keys reach the last ones', async ({ page }) => {
  await page.goto(pagePaths.pods());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  const table = page.locator('.pods-table');
  await expect(table).toHaveAttribute('aria-rowcount', '503');
  await expect(async () => {
    expect(await table.locator('tbody tr:not(.spacer)').count()).toBeLessThan(120);
  }).toPass();
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('j');
  await expect(page.locator('#pod-row-59')).toBeFocused();
  await expect(page.locator('#pod-row-59')).toBeInViewport();
});

test('a filter is in the address, both ways', async ({ page }) => {
  await page.goto(pagePaths.pods('outcome:stuck'));
  await expect(page.locator('.pods-table tbody tr')).toHaveCount(2);
  await expect(page.getByLabel('Filter pods')).toHaveValue('outcome:stuck');
  await page.getByLabel('Filter pods').fill('outcome:stuck -stage:run');
  await expect(page.locator('.pods-table tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/-stage/);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page).toHaveURL(/\/pods$/);
});

test('a filter that fits nothing says so', async ({ page }) => {
  await page.goto(pagePaths.pods('ns:nowhere'));
  await expect(page.getByRole('heading', { name: 'No pod fits this filter' })).toBeVisible();
});

test('columns of the pipeline lead to their pods', async ({ page }) => {
  await page.goto(pagePaths.node());
  await page.locator('.flow li[data-stage="pull"] a').click();
  await expect(page).toHaveURL(/q=stage%3Apull/);
  await expect(page.locator('.pods-table tbody tr')).toHaveCount(1);
});
