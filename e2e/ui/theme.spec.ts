import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({ colorScheme: 'light' });

test('t switches the theme, and the next page has it from its first byte on', async ({
  page,
  request,
  dashboard,
}) => {
  await page.goto(pagePaths.node());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await background()).not.toBe(light);
  const headers = { cookie: 'theme=dark', authorization: `Bearer ${dashboard.token}` };
  const html = await (await request.get(pagePaths.node(), { headers })).text();
  expect(html.slice(0, 500)).toContain('data-theme="dark"');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Logged in as/ }).click();
  await page.getByRole('button', { name: 'Dark or light as the system' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  expect(await background()).toBe(light);
});
