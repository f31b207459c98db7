import type { Page } from '@playwright/test';
import type { ImageList } from '../../server/contract/image-list.ts';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({ extraHTTPHeaders: {} });

const rows = (page: Page) => page.locator('.images-table tbody tr');

async function open(page: Page, token: string, path: string): Promise<void> {
  await page.goto(`${pagePaths.login(path)}&token=${token}`);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
}

test('what is on the node, by size, name and use, filtered by the address, leads to the pods', async ({
  page,
  dashboard,
}) => {
  const { images } = await dashboard.get<ImageList>(apiPaths.images());
  expect(images.length).toBeGreaterThan(5);
  await open(page, dashboard.token, pagePaths.node());
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page.getByRole('heading', { name: 'Images', exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(images.length);
  const largest = images.toSorted((a, b) => b.sizeBytes - a.sizeBytes)[0];
  const name = largest?.tags[0]?.split('/').at(-1) ?? '';
  await expect(rows(page).first()).toContainText(name);
  await page.getByRole('link', { name: 'Image', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.locator('th[aria-sort="ascending"]')).toContainText('Image');
  await page.keyboard.press('/');
  await page.keyboard.type('pod:images');
  await expect(page).toHaveURL(/q=pod%3Aimages|q=pod:images/);
  await expect(rows(page).first().locator('.image-users a').first()).toContainText('images');
  await rows(page).first().locator('.image-users a').first().click();
  await expect(page).toHaveURL(/\/pods\/[^/]+\/images/);
});

test('the digest of an image is copied whole', async ({ page, dashboard, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, dashboard.token, pagePaths.images());
  await rows(page)
    .first()
    .getByRole('button', { name: /^Copy the digest of/ })
    .click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/sha256:[0-9a-f]{64}$/);
});

test('a viewer sees why nothing can be removed', async ({ page, dashboard }) => {
  await open(page, dashboard.viewerToken, pagePaths.images());
  await expect(page.locator('.images-foot')).toContainText('remove needs the role admin');
  await expect(page.getByRole('button', { name: /^Remove/ }).first()).toBeDisabled();
});

test('an image that is used cannot be removed, and says who uses it', async ({
  page,
  dashboard,
}) => {
  await open(page, dashboard.token, pagePaths.images());
  const used = rows(page)
    .filter({ has: page.locator('.image-users') })
    .first();
  const remove = used.getByRole('button', { name: /^Remove/ });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAttribute('title', /uses? it/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is there', async ({ page, dashboard }) => {
    await page.goto(`${pagePaths.login(pagePaths.images())}&token=${dashboard.token}`);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  });
});
