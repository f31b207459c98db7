import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({ extraHTTPHeaders: {} });

test('an alert link leads through the login to its page, and log out ends it', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(`${pagePaths.pod(pod.namespace, pod.name)}?container=app&stage=pull`);
  await page.getByLabel(/token/i).fill(dashboard.token);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(pod.name);
  await expect(page).toHaveURL(/container=app&stage=pull/);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.getByRole('button', { name: /Logged in as/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(pagePaths.node());
  await expect(page).toHaveURL(/\/login/);
});
