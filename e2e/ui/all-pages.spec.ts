import type { Page } from '@playwright/test';
import { pagePaths } from '../../server/contract/paths.ts';
import { barriers, sidewaysScroll } from './barriers.ts';
import { expect, test } from './ui-test.ts';

/** What a person pastes into Explain. */
const ERROR_TEXT =
  'failed to create containerd task: OCI runtime create failed: exec: "/app/server": stat /app/server: no such file or directory: unknown';
const SIZES = { wide: { width: 1440, height: 1040 }, phone: { width: 390, height: 844 } };

async function expectGood(page: Page, urls: readonly string[]): Promise<void> {
  // The look for barriers takes seconds a page on a busy machine.
  test.slow();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const url of urls) {
    await page.goto(url);
    await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
    expect(await barriers(page), url).toEqual([]);
    expect(await sidewaysScroll(page), url).toBe(0);
  }
  expect(errors).toEqual([]);
}

for (const colorScheme of ['dark', 'light'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('every page is live, fits the window, and has no barriers', async ({
        page,
        dashboard,
      }) => {
        const pod = await dashboard.pod('recommendations');
        const path = pagePaths.pod(pod.namespace, pod.name);
        const explained = `${pagePaths.explain()}?text=${encodeURIComponent(ERROR_TEXT)}`;
        await expectGood(page, [
          pagePaths.node(),
          pagePaths.pods(),
          pagePaths.calls(),
          pagePaths.images(),
          pagePaths.stats(),
          pagePaths.probe(),
          `${pagePaths.probe()}?with=files`,
          path,
          `${path}?tab=json`,
          explained,
        ]);
      });

      test('so does every view of a container', async ({ page, dashboard }) => {
        const pod = await dashboard.pod('images');
        const path = pagePaths.pod(pod.namespace, pod.name);
        // History: an upgrade would need a cookie, and these pages are opened with a header.
        const views = ['logs&mode=history', 'exec', 'exec&do=command', 'exec&do=port', 'stats'];
        await expectGood(
          page,
          views.map((view) => `${path}?tab=${view}`),
        );
      });
    });
  }
}

test('the smallest phone: nothing is wider than the window', async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const pod = await dashboard.pod('recommendations');
  const path = pagePaths.pod(pod.namespace, pod.name);
  const views = ['logs&mode=history', 'exec', 'exec&do=port', 'stats'];
  const lists = [pagePaths.node(), pagePaths.pods(), pagePaths.calls(), pagePaths.stats()];
  const pages = [...lists, pagePaths.probe(), `${pagePaths.probe()}?with=files`, path];
  for (const url of [...pages, ...views.map((view) => `${path}?tab=${view}`)]) {
    await page.goto(url);
    await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
    expect(await sidewaysScroll(page), url).toBe(0);
  }
});

test('dialogs and panels have no barriers', async ({ page }) => {
  await page.goto(pagePaths.node());
  await page.getByRole('button', { name: /Sources/ }).click();
  await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Sources' })).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Jump to anything' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('an unknown address says so, inside the frame', async ({ page }) => {
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a pasted error is explained', async ({ page }) => {
    await page.goto(pagePaths.explain());
    await page.getByRole('textbox').fill(ERROR_TEXT);
    await page.getByRole('button', { name: 'Explain' }).click();
    await expect(page.getByText('exec-not-found')).toBeVisible();
    await expect(page.getByText('StartContainer', { exact: true })).toBeVisible();
  });
});
