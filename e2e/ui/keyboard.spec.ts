import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test('from the node to the stage of a stuck pod and back, by keys alone', async ({ page }) => {
  await page.goto(pagePaths.node());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Pods', exact: true })).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByLabel('Filter pods')).toBeFocused();
  await page.keyboard.type('cause:image-not-found');
  await expect(page).toHaveURL(/q=cause/);
  await expect(page.locator('.pods-table tbody tr')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await expect(page.locator('.pods-table tbody a').first()).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByTestId('verdict')).toContainText('Stopped at PullImage');
  const open = page.locator('.matrix-cell a[aria-current]');
  await expect(open).toContainText('PullImage');
  await page.keyboard.press(']');
  await expect(open).toContainText('CreateContainer');
  await expect(page).toHaveURL(/stage=create/);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(open).toContainText('RunPodSandbox');
  await page.keyboard.press('d');
  await expect(open).toContainText('PullImage');
  await expect(page).not.toHaveURL(/stage=/);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Pods', exact: true })).toBeVisible();
});

test('j and k walk along the rows', async ({ page }) => {
  await page.goto(pagePaths.pods());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  const links = page.locator('.pods-table tbody a');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.nth(0)).toBeFocused();
});

test('jump to a container by its id', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('mailer');
  const id = pod.containers[0]?.id ?? '';
  expect(id).not.toBe('');
  await page.goto(pagePaths.node());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(id.slice(0, 10));
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(pod.name);
  await expect(page).toHaveURL(/container=app/);
});

test('the help names every key, and Escape closes it', async ({ page }) => {
  await page.goto(pagePaths.node());
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toContainText('Next stage');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('Tab reaches the page past the frame', async ({ page }) => {
  await page.goto(pagePaths.node());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
