import { loadavg } from 'node:os';
import { expect, test } from '@playwright/test';
import { openStreamNode, type StreamNode } from './stream-node.ts';
import { card, copied, interruptAndWait, openShell, screen } from './terminal-page.ts';

/** A program that writes as fast as it can, and Ctrl-C: at the socket, and on the page of a browser. */

/** A minute, as is promised; YES_SECONDS for a shorter look. */
const YES_MS = Number(process.env['YES_SECONDS'] ?? 60) * 1_000;
/** What is promised, at the socket and on the page. */
const PROMPT_MS = 300;

let node: StreamNode;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  node = await openStreamNode({ isBuilt: true });
});
test.afterAll(() => node?.close());

const load = (): string => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;

test('yes for a minute, read by somebody who keeps up: Ctrl-C answers at once', async () => {
  test.setTimeout(YES_MS + 60_000);
  const client = await node.shell();
  // As the page does: it tells what it has shown with each piece.
  client.socket.on('message', () => client.control({ ack: client.receivedBytes }));
  client.type('yes\r');
  const startedAtMs = performance.now();
  await expect
    .poll(() => performance.now() - startedAtMs, { timeout: YES_MS + 10_000, intervals: [200] })
    .toBeGreaterThan(YES_MS);
  const megabytes = client.receivedBytes / 1_000_000;
  const typedAtMs = performance.now();
  client.type('\x03');
  await client.until(() => client.stdout.slice(-10).includes('# '), 'the prompt');
  const tookMs = performance.now() - typedAtMs;
  console.log(
    `  socket: Ctrl-C answered in ${tookMs.toFixed(0)} ms after ${(YES_MS / 1_000).toFixed(0)} s of yes, ${megabytes.toFixed(0)} MB; ${load()}`,
  );
  client.type('echo alive-$((4+4))\r');
  await client.untilOutput('alive-8');
  expect(tookMs).toBeLessThan(PROMPT_MS);
  client.control({ close: true });
  expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
  await node.nothingRuns();
});

test('yes and a reader that takes nothing: output waits, memory stays, Ctrl-C still works', async () => {
  const client = await node.shell();
  client.control({ ack: client.receivedBytes });
  client.type('yes\r');
  await client.until(() => client.controls.some(({ control }) => control === 'paused'), 'paused');
  expect(client.receivedBytes).toBeLessThan(1024 * 1024);
  const typedAtMs = performance.now();
  client.type('\x03');
  await client.until(() => client.stdout.slice(-10).includes('# '), 'the prompt');
  expect(performance.now() - typedAtMs).toBeLessThan(1_000);
  expect(client.controls.map(({ control }) => control)).toContain('skipped');
  client.control({ close: true });
  await client.untilEnd();
  await node.nothingRuns();
});

test('yes for a minute on a page: it stays usable, and Ctrl-C is answered', async ({
  page,
  context,
}) => {
  test.setTimeout(YES_MS + 180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openShell(page, node.dashboard.origin);
  await page.keyboard.type('yes\n');
  const startedAtMs = performance.now();
  await expect
    .poll(() => performance.now() - startedAtMs, { timeout: YES_MS + 10_000, intervals: [1_000] })
    .toBeGreaterThan(YES_MS);
  const tookMs = await interruptAndWait(page);
  console.log(
    `  page: Ctrl-C answered in ${tookMs.toFixed(0)} ms after ${(YES_MS / 1_000).toFixed(0)} s of yes; ${load()}`,
  );
  await page.keyboard.type('echo alive-$((4+4))\n');
  await expect(screen(page)).toContainText('alive-8');
  await expect(card(page)).toHaveAttribute('data-phase', 'open');
  expect(await copied(page)).toContain('y\ny\ny');
  expect(tookMs).toBeLessThan(PROMPT_MS);

  await page.locator('.terminal-host').click();
  await page.keyboard.type('yes\n');
  await expect.poll(() => node.strangers().length).toBeGreaterThan(1);
  const closedAtMs = performance.now();
  await page.close();
  await node.nothingRuns(90_000);
  console.log(`  gone ${((performance.now() - closedAtMs) / 1_000).toFixed(1)} s after the tab`);
});
