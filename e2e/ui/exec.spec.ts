import type { Page, WebSocketRoute } from '@playwright/test';
import { pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

test.use({ extraHTTPHeaders: {} });

async function openExec(page: Page, token: string, path: string, view = 'exec'): Promise<void> {
  await page.goto(`${pagePaths.login(`${path}?tab=${view}`)}&token=${token}`);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
}

const screen = (page: Page) => page.locator('.xterm-rows');

async function openShell(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open a shell' }).click();
  await expect(screen(page)).toContainText('/ #');
}

test('a shell: echo, the size of the window, Shift+Tab, and how it ended', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('images');
  await openExec(page, dashboard.token, pagePaths.pod(pod.namespace, pod.name));
  await openShell(page);
  await page.keyboard.type('echo hello from here\n');
  await expect(screen(page)).toContainText('hello from here');
  await page.keyboard.type('stty size\n');
  await expect.poll(() => columnsOf(page)).toBeGreaterThan(100);
  const wide = await columnsOf(page);
  await page.setViewportSize({ width: 700, height: 900 });
  await expect
    .poll(async () => {
      await page.keyboard.type('stty size\n');
      return columnsOf(page);
    })
    .toBeLessThan(wide);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'End', exact: true })).toBeFocused();
  await page.locator('.terminal-host').click();
  await page.keyboard.type('exit 3\n');
  await expect(page.locator('.terminal-note')).toContainText('The process ended. Exit code 3.');
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(page.locator('.terminal-card')).toHaveAttribute('data-phase', 'open');
});

/** The columns that `stty size` told last. */
async function columnsOf(page: Page): Promise<number> {
  const rows = await page.locator('.xterm-rows > div').allTextContents();
  const text = rows.join('\n').replaceAll('\u00a0', ' ');
  const sizes = [...text.matchAll(/^(\d+) (\d+)\s*$/gm)];
  return Number(sizes.at(-1)?.[2] ?? Number.NaN);
}

test('a shell lives on while another view is looked at, and over a reload of the page', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('images');
  await openExec(page, dashboard.token, pagePaths.pod(pod.namespace, pod.name));
  await openShell(page);
  await page.keyboard.type('echo kept text\n');
  await expect(screen(page)).toContainText('kept text');
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page.locator('.terminal-card')).toBeHidden();
  await page.keyboard.press('e');
  await expect(screen(page)).toContainText('kept text');
  await page.reload();
  await expect(page.locator('.terminal-card')).toHaveAttribute('data-phase', 'open');
  await expect(screen(page)).toContainText('kept text');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.locator('.terminal-note')).toContainText('Closed by you.');
});

test('a connection that breaks is taken up again, with the text kept and nothing doubled', async ({
  page,
  dashboard,
}) => {
  const connections: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws\/exec/, (route) => {
    route.connectToServer();
    connections.push(route);
  });
  const pod = await dashboard.pod('images');
  await openExec(page, dashboard.token, pagePaths.pod(pod.namespace, pod.name));
  await openShell(page);
  await page.keyboard.type('echo before\n');
  await expect(screen(page)).toContainText(/before.*before/);
  await connections[0]?.close({ code: 1001 });
  await expect.poll(() => connections.length).toBe(2);
  await expect(page.locator('.terminal-card')).toHaveAttribute('data-phase', 'open');
  await page.keyboard.type('echo after\n');
  await expect(screen(page)).toContainText(/before.*before.*after.*after/);
  const text = (await screen(page).textContent()) ?? '';
  expect(text.match(/before/g)).toHaveLength(2);
});

test('one command: both outputs and the exit code', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('images');
  const path = pagePaths.pod(pod.namespace, pod.name);
  await openExec(page, dashboard.token, path, 'exec&do=command');
  await page.getByLabel(/^Command in/).fill("sh -c 'echo out; echo bad >&2; exit 4'");
  await page.getByRole('button', { name: 'Run' }).click();
  const answer = page.locator('.ask-answer');
  await expect(answer).toContainText('Exit code 4');
  await expect(answer).toContainText('out');
  await expect(answer).toContainText('bad');
});

test('a port where nothing listens says so', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('images');
  const path = pagePaths.pod(pod.namespace, pod.name);
  await openExec(page, dashboard.token, path, 'exec&do=port');
  await page.getByLabel('Port', { exact: true }).fill('8081');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('.ask-answer')).toContainText('Nothing listens on localhost:8081');
});

test('a viewer sees why the buttons do nothing', async ({ page, dashboard }) => {
  const pod = await dashboard.pod('images');
  await openExec(page, dashboard.viewerToken, pagePaths.pod(pod.namespace, pod.name));
  await expect(page.getByRole('button', { name: 'Open a shell' })).toBeDisabled();
  await expect(page.locator('.exec')).toContainText('exec needs the role operator');
  await page.getByRole('link', { name: 'Check a port' }).click();
  await expect(page.getByRole('button', { name: 'Check' })).toBeDisabled();
  await expect(page.locator('.exec')).toContainText('port-forward needs the role operator');
});
