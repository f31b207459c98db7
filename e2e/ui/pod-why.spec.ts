import { pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { expect, test } from './ui-test.ts';

test.use({
  node: {
    scenarios: ['healthy', 'image-404', 'pull-slow', 'terminating-stuck', 'sandbox-replaced'],
  },
});

test('the open stage shows its steps, and what the stuck one waits for', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('old-frontend');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  const steps = page.locator('.steps-card');
  await expect(steps.getByRole('heading')).toContainText('Teardown, step by step');
  await expect(steps.locator('.step[data-state="failed"]').first()).toContainText('StopPodSandbox');
  await page.keyboard.press('[');
  await expect(steps).toBeHidden();
});

test('a pull in flight shows its bytes, and they move', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('notebook');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  const figures = page.locator('.figures');
  await expect(figures).toContainText(/of 2\.4 GB/);
  const before = (await figures.textContent()) ?? '';
  await expect(figures).not.toHaveText(before);
  await expect(page.locator('.phases [aria-current="step"]')).toHaveText('downloading');
  await expect(page.locator('.layer').first()).toBeVisible();
});

test('the fix is a ladder, least harm first', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  const rungs = page.locator('.cause-card .ladder > li');
  await expect(rungs.first().locator('.ladder-cost')).toContainText('cost:');
  const rank = ['none', 'pod', 'node', 'data'];
  const harms = await rungs.evaluateAll((items) => items.map((i) => i.getAttribute('data-harm')));
  const ranks = harms.map((harm) => rank.indexOf(harm ?? ''));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(ranks.length).toBeGreaterThan(0);
});

test('evidence leads to its moment in the timeline; chips say who is shown', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.getByRole('link', { name: 'show around it' }).first().click();
  const moment = page.locator('#timeline-moment');
  await expect(moment).toBeInViewport();
  await expect(moment).toBeFocused();
  await page.locator('.chip[data-actor="runtime"]').click();
  await expect(page).toHaveURL(/actors=runtime/);
  await expect(page.locator('.timeline-row .timeline-actor[data-actor="kubelet"]')).toHaveCount(0);
  await page.locator('.chip[data-actor="runtime"]').click();
  await expect(page).not.toHaveURL(/actors=/);
});

test('the waterfall has every try of the call', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.getByText('Where the time went').click();
  const pull = page.locator('.waterfall li').filter({ hasText: 'PullImage' });
  await expect(pull.locator('.waterfall-took')).toContainText(/\d+ tries/);
  await expect(page.locator('.waterfall li').filter({ hasText: 'RunPodSandbox' })).toBeVisible();
});

test('copies the report and the commands, and saves a capture', async ({
  page,
  dashboard,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.locator('.action').first()).toContainText('Copied');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toContain(pod.name);
  await page.getByRole('button', { name: 'Copy the next checks as commands' }).click();
  await expect.poll(clipboard).toMatch(/^# shop\/recommendations.*\n# as of .*\n\n# 1\. /);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download capture' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^cri-triage-.*\.capture\.gz$/);
});

test('a report that cannot be had says why, under its button', async ({
  page,
  dashboard,
  context,
}) => {
  await context.route(/\/api\/v1\/report/, (route) =>
    route.fulfill({ status: 501, contentType: 'text/plain', body: 'no' }),
  );
  const pod = await dashboard.pod('recommendations');
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.locator('.action-problem').first()).toContainText('501');
});

test('a pod that is gone keeps its page: since when, as it was last seen', async ({
  page,
  dashboard,
}) => {
  // It ends within its grace period of 30 s, then kubelet removes it.
  test.setTimeout(120_000);
  const pod = await dashboard.pod('catalog');
  const path = pagePaths.pod(pod.namespace, pod.name, pod.uid);
  await page.goto(path);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  dashboard.sim.control.deletePod(pod.namespace, pod.name);
  const banner = page.getByRole('note').filter({ hasText: 'This pod is gone from the node' });
  await expect(banner).toBeVisible({ timeout: 90_000 });
  // A link in an alert, opened later: the history knows it.
  await expect(async () => {
    const detail = await dashboard.get<PodDetail>(`/api/v1${path}`);
    expect(detail.source).toBe('history');
  }).toPass();
  await page.reload();
  await expect(banner).toContainText(/since \d\d:\d\d:\d\d UTC/);
  await expect(page.locator('.matrix')).toBeVisible();
  await expect(page.locator('.pod-page')).toHaveAttribute('data-gone', 'true');
});
