import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { openRelay, type Relay } from './relay.ts';
import { OPERATOR, openStreamNode, type StreamNode } from './stream-node.ts';
import { card, copied, note, openShell, screen } from './terminal-page.ts';

/** A shell on a page whose network goes away, whose server is killed, and what the page says of it. */

/** As is promised: half a minute is bridged. */
const AWAY_MS = 30_000;
/** Longer than a session is kept after its connection. */
const TOO_LONG_MS = 65_000;
/** A try that is begun while nothing comes through takes its 10 s; the browser has more such connections. */
const DEAD_MS = 45_000;
/** The longest pause between two tries of the page is 5 s. */
const BACK_MS = 15_000;
const POLL = { intervals: [200], timeout: BACK_MS };
/** Ten numbers a second, so that a gap or a doubling shows. */
const COUNT = 'n=0; while :; do echo "n=$n."; n=$((n+1)); sleep 0.1; done';

let node: StreamNode;
let relay: Relay;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  node = await openStreamNode({ isBuilt: true });
});
test.afterAll(() => node?.close());
test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  relay = await openRelay(Number(new URL(node.dashboard.origin).port));
});
test.afterEach(() => relay?.close());

async function numbers(page: Page): Promise<readonly number[]> {
  return [...(await copied(page)).matchAll(/^n=(\d+)\.$/gm)].map(([, digits]) => Number(digits));
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

async function openCounting(page: Page): Promise<void> {
  await openShell(page, relay.origin);
  await page.keyboard.type(`${COUNT}\n`);
  await expect(screen(page)).toContainText('n=20.');
}

test('away for 30 s: the text stays, the page says so, and nothing is lost or doubled', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await openCounting(page);
  relay.cut();
  await expect(card(page)).toHaveAttribute('data-phase', 'lost');
  await expect(note(page)).toContainText(/The connection is lost.*kept for \d+ s/);
  expect(await numbers(page)).toContain(20);
  await sleep(AWAY_MS);
  await expect(card(page)).toHaveAttribute('data-phase', 'lost');
  const before = (await numbers(page)).length;
  const backAtMs = performance.now();
  relay.mend();
  await expect(card(page)).toHaveAttribute('data-phase', 'open', { timeout: BACK_MS });
  console.log(
    `  taken up ${((performance.now() - backAtMs) / 1_000).toFixed(1)} s after the network`,
  );
  await expect.poll(async () => (await numbers(page)).length, POLL).toBeGreaterThan(before + 250);
  await page.locator('.terminal-host').click();
  await page.keyboard.press('Control+c');
  await page.keyboard.type('echo alive-$((4+4))\n');
  await expect(screen(page)).toContainText('alive-8');
  const all = await numbers(page);
  console.log(
    `  ${all.length} numbers, ${all.length - before} of them from the time without a network`,
  );
  expect(all).toEqual(upTo(all.length));
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(note(page)).toContainText('Closed by you.');
  await node.nothingRuns();
});

test('packets that are lost for 30 s: nobody notices, and nothing is lost', async ({ page }) => {
  test.setTimeout(150_000);
  await openCounting(page);
  // TCP sends again what was not answered; here the bytes wait in the relay's own sockets.
  relay.hold();
  await sleep(AWAY_MS);
  const before = (await numbers(page)).length;
  relay.mend();
  await expect.poll(async () => (await numbers(page)).length, POLL).toBeGreaterThan(before + 200);
  await expect(card(page)).toHaveAttribute('data-phase', 'open');
  const all = await numbers(page);
  expect(all).toEqual(upTo(all.length));
  await page.close();
  await node.nothingRuns(90_000);
});

test('a connection that is dead and was never ended: the page notices by its silence', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openCounting(page);
  relay.silence();
  // Two beats and a half.
  await expect(card(page)).toHaveAttribute('data-phase', 'lost', { timeout: 80_000 });
  relay.mend();
  await expect(card(page)).toHaveAttribute('data-phase', 'open', { timeout: DEAD_MS });
  const before = (await numbers(page)).length;
  await expect.poll(async () => (await numbers(page)).length, POLL).toBeGreaterThan(before + 20);
  const all = await numbers(page);
  expect(all).toEqual(upTo(all.length));
  await page.close();
  await node.nothingRuns(90_000);
});

test('away for more than a minute: the reason is shown, the text stays, nothing runs any more', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openCounting(page);
  relay.cut();
  await expect(card(page)).toHaveAttribute('data-phase', 'ended', {
    timeout: TOO_LONG_MS + BACK_MS,
  });
  await expect(note(page)).toContainText('The connection was gone for 60 seconds.');
  expect(await numbers(page)).toContain(20);
  await node.nothingRuns(BACK_MS);
  relay.mend();
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(card(page)).toHaveAttribute('data-phase', 'open', { timeout: BACK_MS });
  await expect(screen(page)).toContainText('/ #');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await node.nothingRuns();
});

test('the server is stopped: the page says why, the text stays, nothing stays on the node', async ({
  page,
}) => {
  await openCounting(page);
  await node.dashboard.close();
  expect(node.strangers()).toEqual([]);
  await expect(note(page)).toContainText('cri-triage was stopped.');
  expect(await numbers(page)).toContain(20);
  await node.startServer();
});

test('the server is killed and started again: the page says so, and nothing runs any more', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { port } = new URL(node.dashboard.origin);
  await openShell(page, node.dashboard.origin);
  await page.keyboard.type(`${COUNT}\n`);
  await expect(screen(page)).toContainText('n=20.');
  process.kill(node.dashboard.pid, 'SIGKILL');
  await expect(card(page)).toHaveAttribute('data-phase', 'lost');
  await node.nothingRuns(BACK_MS);
  await node.startServer(Number(port));
  await expect(card(page)).toHaveAttribute('data-phase', 'ended', { timeout: BACK_MS });
  await expect(note(page).first()).toContainText('cri-triage was started anew');
  // Logins end with the server. The page is not left for it: its text is nowhere else.
  await expect(note(page).last()).toContainText('Your login has ended.');
  expect(await numbers(page)).toContain(20);
  const login = page.getByRole('link', { name: 'log in in another window' });
  const [other] = await Promise.all([page.waitForEvent('popup'), login.click()]);
  await other.goto(`${other.url()}&token=${OPERATOR}`);
  await other.close();
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live', { timeout: DEAD_MS });
  await expect(note(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(screen(page)).toContainText('/ #');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await node.nothingRuns();
});
