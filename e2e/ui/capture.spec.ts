import { writeFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import { openCapture } from './dashboard.ts';
import { expect, test } from './ui-test.ts';

test('a capture opens elsewhere: the same verdicts, and nothing pretends to be live', async ({
  page,
  dashboard,
}, testInfo) => {
  const pod = await dashboard.pod('recommendations');
  const headers = { authorization: `Bearer ${dashboard.token}` };
  const answer = await fetch(new URL(apiPaths.capture(), dashboard.url), { headers });
  const file = testInfo.outputPath('node.capture.gz');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const opened = await openCapture(file);
  try {
    await page.goto(new URL(pagePaths.pod(pod.namespace, pod.name), opened.url).href);
    const banner = page.getByRole('complementary', { name: 'Capture' });
    await expect(banner).toContainText('nothing here is live');
    await expect(banner).toContainText('node.capture.gz');
    await expect(page.locator('.live')).toHaveAttribute('data-kind', 'capture');
    await expect(page.getByTestId('verdict')).toContainText('Stopped at PullImage');
    const age = page.locator('.meta time').first();
    const before = (await age.textContent()) ?? '';
    await page.goto(new URL(pagePaths.node(), opened.url).href);
    await expect(page.getByTestId('verdict')).toContainText('stuck');
    await page.goBack();
    await expect(age).toHaveText(before);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await expect(page.locator('summary', { hasText: 'Stop or remove' })).toHaveCount(0);
    await page.goto(new URL(pagePaths.images(), opened.url).href);
    await expect(page.locator('.images-table tbody tr').first()).toBeVisible();
    await expect(page.locator('.images-foot')).toContainText('This is a capture');
    await expect(page.getByRole('button', { name: /^Remove/ }).first()).toBeDisabled();
  } finally {
    await opened.close();
  }
});
