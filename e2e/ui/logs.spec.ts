import type { Page, WebSocketRoute } from '@playwright/test';
import { pagePaths } from '../../server/contract/paths.ts';
import { NumberedLog } from './numbered-log.ts';
import { expect, test } from './ui-test.ts';

// Upgrades bear no headers of ours: a person is logged in by cookie.
test.use({ extraHTTPHeaders: {} });

async function openLogs(page: Page, dashboard: { token: string }, path: string): Promise<void> {
  await page.goto(`${pagePaths.login(path)}&token=${dashboard.token}`);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
}

/** The text that the page holds, seen or not, as a person copies it. */
async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: /Copy the lines that are here/ }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/^n=(\d+) /gm)].map(([, number]) => Number(number));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('a log is followed over rotation and restart: nothing is missing, nothing doubled, and rows say what happened', async ({
  page,
  context,
  dashboard,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const connections: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws\/logs/, (route) => {
    route.connectToServer();
    connections.push(route);
  });
  const pod = await dashboard.pod('images');
  const log = new NumberedLog(dashboard.sim, pod, 'app');
  await log.write(50);
  await openLogs(page, dashboard, `${pagePaths.pod(pod.namespace, pod.name)}?tab=logs`);
  await expect(page.locator('.log-status')).toHaveAttribute('data-phase', 'following');
  await log.write(300);
  await log.rotate();
  await log.write(300);
  log.restart();
  await log.write(20);
  await expect(page.locator('.log-notice[data-notice="restarted"]')).toBeVisible();
  await expect(page.locator('.log-line').last()).toContainText(`n=${log.count - 1} `);
  const text = await copied(page);
  expect(numbersIn(text)).toEqual(upTo(log.count));
  expect(text).toMatch(/^# .*was rotated/m);

  // Over several lines the raw text is copied, whatever is shown of it.
  await page.evaluate(() => {
    const [first, , third] = document.querySelectorAll('.log-text');
    if (first && third) window.getSelection()?.setBaseAndExtent(first, 0, third, 1);
  });
  await page.keyboard.press('Control+c');
  const marked = await page.evaluate(() => navigator.clipboard.readText());
  expect(marked.split('\n')).toHaveLength(3);
  expect(text).toContain(marked);

  // While a person reads nothing moves; what came is counted and shown when asked for.
  await page.locator('.log-pane').hover();
  await page.mouse.wheel(0, -2_000);
  await log.write(7);
  const pill = page.getByRole('button', { name: '7 new lines – go to the end' });
  await expect(pill).toBeVisible();
  await pill.click();
  await expect(page.locator('.log-line').last()).toContainText(`n=${log.count - 1} `);

  // A connection that breaks is told, and taken up at the line it broke at.
  await log.write(3);
  await connections[0]?.close({ code: 1001 });
  await log.write(5);
  await expect(page.locator('.log-notice[data-notice="disconnected"]')).toHaveCount(2);
  await expect(page.locator('.log-line').last()).toContainText(`n=${log.count - 1} `);
  expect(numbersIn(await copied(page))).toEqual(upTo(log.count));
});

test('a search finds in the whole log, leads to a line among its neighbours, and the link keeps', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('payments');
  const log = new NumberedLog(dashboard.sim, pod, 'app');
  await log.write(4_000, (number) => (number % 1_000 === 7 ? '{"odd":1}' : 'work'));
  await openLogs(page, dashboard, `${pagePaths.pod(pod.namespace, pod.name)}?tab=logs`);
  await expect(page.locator('.log-status')).toHaveAttribute('data-phase', 'following');
  await page.keyboard.press('/');
  await page.keyboard.type('"odd":\\d');
  await page.keyboard.press('Enter');
  await expect(page.locator('.log-status')).toContainText(
    /Searched to its beginning, .*: 4 lines fit/,
  );
  await expect(page).toHaveURL(/q=%22odd%22/);
  await page.locator('.log-line', { hasText: 'n=1007 ' }).getByRole('link').click();
  const sought = page.locator('.log-line[data-sought]');
  await expect(sought).toContainText('n=1007 ');
  await expect(page.locator('.log-line', { hasText: 'n=1006 ' })).toBeVisible();
  await expect(page.locator('.log-line', { hasText: 'n=1008 ' })).toBeVisible();
  await page.reload();
  await expect(sought).toBeInViewport();
  await expect(sought).toContainText('n=1007 ');
});

test('a time leads to its first line, by keys and by link; what is no time is said', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('payments');
  const log = new NumberedLog(dashboard.sim, pod, 'app');
  await log.write(10);
  const wroteAtMs = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(wroteAtMs);
  const at = new Date().toISOString();
  const first = log.count;
  await log.write(10);
  await openLogs(page, dashboard, `${pagePaths.pod(pod.namespace, pod.name)}?tab=logs`);
  await expect(page.locator('.log-status')).toHaveAttribute('data-phase', 'following');
  await page.keyboard.press('a');
  await page.keyboard.type('noonish');
  await page.keyboard.press('Enter');
  await expect(page.locator('.log-go-to')).toContainText('Write a time such as 03:12:04');
  await page.getByLabel('Go to a time of the log').fill(at.slice(11, 23));
  await page.keyboard.press('Enter');
  const sought = page.locator('.log-line[data-sought]');
  await expect(sought).toContainText(`n=${first} `);
  await expect(page.locator('.log-status')).toContainText(`from ${at.slice(0, 10)}`);
  await expect(page).toHaveURL(/mode=history/);
  await page.reload();
  await expect(sought).toContainText(`n=${first} `);
  await page.keyboard.press('f');
  await expect(page.locator('.log-status')).toHaveAttribute('data-phase', 'following');
});

test('a pattern that is none is no log that cannot be read', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('payments');
  const path = `${pagePaths.pod(pod.namespace, pod.name)}?tab=logs&mode=history&q=((`;
  await openLogs(page, dashboard, path);
  await expect(page.locator('.log-none')).toContainText('This pattern is not understood');
  await expect(page.locator('.log-none')).toContainText('Unterminated group.');
});

test('a view whose code does not come says so, and comes when it is asked for again', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('payments');
  await openLogs(page, dashboard, pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.route(/\/_next\/static\/chunks\//, (route) => route.abort());
  await page.keyboard.press('e');
  await expect(page.locator('#views')).toContainText('This view could not be loaded');
  await page.unroute(/\/_next\/static\/chunks\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Open a shell' })).toBeVisible();
});

test('a search that takes long can be cancelled', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('images');
  let isLeft = false;
  await page.route(/\/logs\?.*q=slow/, () => undefined);
  page.on('requestfailed', (request) => {
    isLeft ||= request.url().includes('q=slow');
  });
  const path = `${pagePaths.pod(pod.namespace, pod.name)}?tab=logs&mode=history&q=slow`;
  await openLogs(page, dashboard, path);
  await expect(page.locator('.log-status')).toContainText('Searching');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.log-status')).toContainText('Cancelled');
  expect(isLeft).toBe(true);
});

test('keys choose how far back, follow or history, and wrapping is remembered', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('images');
  await openLogs(page, dashboard, pagePaths.pod(pod.namespace, pod.name));
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/tab=logs/);
  await expect(page.locator('.log-status')).toHaveAttribute('data-phase', 'following');
  await page.keyboard.press('3');
  await expect(page).toHaveURL(/since=15m/);
  await page.keyboard.press('6');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/mode=history/);
  await expect(page).not.toHaveURL(/since=/);
  await page.keyboard.press('w');
  const wrap = page.getByRole('button', { name: 'Wrap long lines' });
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
});

test('where no WebSocket comes through, the log is asked for again and again', async ({
  page,
  dashboard,
}) => {
  await page.routeWebSocket(/\/ws\/logs/, (route) => route.close());
  const pod = await dashboard.pod('payments');
  const log = new NumberedLog(dashboard.sim, pod, 'mesh');
  await log.write(3);
  const path = `${pagePaths.pod(pod.namespace, pod.name)}?tab=logs&container=mesh`;
  await openLogs(page, dashboard, path);
  await expect(page.locator('.log-status')).toContainText('no WebSocket comes through');
  await log.write(2);
  await expect(page.locator('.log-line').last()).toContainText('n=4 ');
  await expect(page.locator('.log-line')).toHaveCount(5);
});
