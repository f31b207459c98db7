import AxeBuilder from '@axe-core/playwright';
import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test('calls in flight stand first and count; the page is reached by keys', async ({ page }) => {
  await page.goto(pagePaths.node());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Calls', exact: true })).toBeVisible();
  const first = page.locator('.call-row').first();
  await expect(first).toHaveAttribute('data-outcome', 'in-flight');
  await expect(first).toContainText('notebook');
  const age = first.locator('.call-duration time');
  const before = (await age.textContent()) ?? '';
  await expect(age).not.toHaveText(before);
  await expect(page.locator('.rail-badge[data-badge="in-flight"]')).toBeVisible();
});

test('a filter is in the address, both ways, and asks the whole journal', async ({ page }) => {
  await page.goto(pagePaths.calls('outcome:failed call:PullImage'));
  const rows = page.locator('.call-row');
  await expect(rows.first()).toHaveAttribute('data-outcome', 'failed');
  await expect(page.locator('.call-row[data-outcome="ok"]')).toHaveCount(0);
  await page.getByLabel('Filter calls').fill('ns:nowhere');
  await expect(page.getByRole('heading', { name: 'No call fits this filter' })).toBeVisible();
  await expect(page).toHaveURL(/q=ns/);
  await page.getByRole('link', { name: 'Show them all' }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
});

test('a row opens by keys to its line and its ids, and Escape folds it in', async ({ page }) => {
  await page.goto(pagePaths.calls('outcome:failed call:StartContainer'));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.keyboard.press('j');
  await expect(page.locator('.call-name').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const detail = page.locator('.call-detail');
  await expect(detail).toContainText('containerd.log:');
  await expect(
    detail.getByRole('button', { name: /Copy container|Copy sandbox/ }).first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/call=/);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
});

test('a failed call leads to its pod, opened at that stage, and to its cause', async ({ page }) => {
  await page.goto(pagePaths.calls('pod:recommendations outcome:failed'));
  const row = page.locator('.call-row').first();
  await expect(row.locator('.slug')).toHaveText('image-not-found');
  await row.locator('.slug').click();
  await expect(page).toHaveURL(/\/explain\?text=|\?finding=/);
  await page.goBack();
  await row.locator('.call-for a').click();
  await expect(page.locator('.matrix-cell a[aria-current]')).toContainText('PullImage');
});

test('the longest calls first', async ({ page }) => {
  await page.goto(pagePaths.calls());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.getByRole('link', { name: 'Duration' }).click();
  await expect(page).toHaveURL(/sort=duration/);
  await expect(page.locator('.calls-group').nth(1)).toContainText('Longest first');
});

test('calls that cannot be read any more are told, those on the page stay', async ({
  page,
  context,
}) => {
  await page.goto(pagePaths.calls());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await context.route(/\/api\/v1\/calls/, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'runtime-unavailable', detail: 'The log is being turned.' }),
    }),
  );
  await expect(page.locator('.gaps')).toContainText('The log is being turned.');
  await expect(page.locator('.call-row').first()).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the calls are in the HTML, and a row opens by its link', async ({ page }) => {
    await page.goto(pagePaths.calls());
    await page.locator('.call-name').first().click();
    await expect(page).toHaveURL(/call=/);
    await expect(page.locator('.call-detail')).toContainText('containerd.log');
  });
});
