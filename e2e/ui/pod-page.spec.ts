import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

for (const { stem, call, cause } of [
  { stem: 'recommendations', call: 'PullImage', cause: 'image-not-found' },
  { stem: 'mailer', call: 'StartContainer', cause: 'exec-not-found' },
  { stem: 'orders', call: 'Running', cause: 'app-exit-nonzero' },
]) {
  test(`${cause}: stage, cause, proof and next checks`, async ({ page, dashboard }) => {
    const pod = await dashboard.pod(stem);
    await page.goto(pagePaths.pod(pod.namespace, pod.name));
    await expect(page.getByTestId('verdict')).toContainText(`Stopped at ${call}`);
    const deciding = page.locator('.matrix-cell[data-deciding] a');
    await expect(deciding).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('.cause-card .slug').first()).toHaveText(cause);
    await expect(page.locator('.cause-card .next li').first()).toBeVisible();
    await expect(page.locator('.proof-card .quote').first()).toBeVisible();
  });
}

test('a link names container and stage', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(`${pagePaths.pod(pod.namespace, pod.name)}?container=app&stage=start`);
  await expect(page.locator('.matrix-cell a[aria-current]')).toContainText('StartContainer');
  await expect(page.locator('.cause-card')).toContainText('It waits for app › PullImage');
});

test('copies the link and commands', async ({ page, dashboard, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await page.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(page.getByRole('button', { name: 'Copy link to this view' })).toContainText(
    'Copied',
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('a pod that was replaced shows its old sandbox folded', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('images');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await page.getByText('sandboxes · 1 replaced').click();
  await expect(page.locator('.sandboxes li')).toHaveCount(2);
});

test('an unknown pod has a page that says so', async ({ page }) => {
  await page.goto(pagePaths.pod('shop', 'nobody-5d8f-x2x2x'));
  await expect(
    page.getByRole('heading', { name: 'There is no such pod on this node now' }),
  ).toBeVisible();
});

test('markup in a name is text', async ({ page, dashboard }) => {
  const name = '<img src=x onerror=document.title=1>';
  dashboard.sim.control.addPod({
    namespace: 'odd',
    name,
    ageMs: 60_000,
    containers: [{ name: 'app', image: 'registry.example/odd/<b>app</b>:1' }],
  });
  const pod = await dashboard.pod('<img');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.goto(pagePaths.pods('ns:odd'));
  await expect(page.locator('.pods-table')).toContainText(name);
  await expect(page.locator('.frame img, .frame b:text-is("app")')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Pods · /);
});

test('a pod that goes away while you look stays readable', async ({ page, dashboard }) => {
  // It ends within its grace period of 30 s, then kubelet removes it.
  test.setTimeout(120_000);
  const pod = await dashboard.pod('catalog');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  dashboard.sim.control.deletePod(pod.namespace, pod.name);
  await expect(page.getByText('This pod is gone from the node')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('.matrix')).toBeVisible();
});
