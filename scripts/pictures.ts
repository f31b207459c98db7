// npm run pictures: the pages in both themes, of the built product on the demo's simulated node, to docs/screenshots.
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { startDashboard } from '../e2e/ui/dashboard.ts';
import { pagePaths } from '../server/contract/paths.ts';

const FOLDER = 'docs/screenshots';
const VIEWPORT = { width: 1440, height: 1040 };
/** 30 s: until the stream is up on a busy machine. */
const READY_MS = 30_000;

const dashboard = await startDashboard({ scenarios: 'demo' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  await mkdir(FOLDER, { recursive: true });
  const pod = await dashboard.pod('checkout');
  const pages = {
    node: pagePaths.node(),
    pods: pagePaths.pods(),
    pod: pagePaths.pod(pod.namespace, pod.name),
    calls: pagePaths.calls(),
  };
  for (const colorScheme of ['dark', 'light'] as const) {
    const context = await browser.newContext({
      viewport: VIEWPORT,
      colorScheme,
      extraHTTPHeaders: { authorization: `Bearer ${dashboard.token}` },
    });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(new URL(path, dashboard.url).href);
      await page.waitForSelector('.live[data-kind=live]', { timeout: READY_MS });
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png` });
      console.log(`${FOLDER}/${name}-${colorScheme}.png`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await dashboard.close();
}
