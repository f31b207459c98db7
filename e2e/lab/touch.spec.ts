import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePaths } from '../../server/contract/paths.ts';
import { ContainerState, RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { followGroup } from './group-counter.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import { type LabPod, makeContainer, makePod, podLogFolder } from './lab-pod.ts';
import { expect, type Node, serverCommand, test } from './lab-test.ts';
import { PodCalls } from './pod-calls.ts';

/** What a person does on the pages of a running pod, in a browser, with a real runtime beneath. */

const TOKEN = 'operator-of-the-lab';
/** About fifty lines a second, each with the next number; a restart begins at 0 again. */
const WRITER = 'n=0; while :; do echo "n=$n work"; n=$((n+1)); sleep 0.02; done';
const BUSY = 'while :; do :; done';
/** Between two rotations, so that each file holds lines of its own and another second in its name. */
const LINES_BETWEEN = 80;
const POLL = { intervals: [200], timeout: 60_000 };

const closing = new AbortController();
const { signal } = closing;
let dashboard: Dashboard;

test.beforeAll(async ({ node }) => {
  dashboard = await startOwn(node);
});

test.afterAll(async () => {
  await dashboard?.close();
  closing.abort();
});

/** The server with shells switched on. */
async function startOwn({ lab, kubelet }: Node): Promise<Dashboard> {
  const tokens = join(lab.dir, 'tokens');
  await writeFile(tokens, `operator olga ${TOKEN}\n`, { mode: 0o600 });
  const [program, main] = serverCommand().command ?? [process.execPath, 'server/main.ts'];
  const sources = main.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const flags = ['--allow', 'exec', '--token-file', tokens];
  return startDashboard(lab, { signal, kubelet, command: [program, ...sources, main, ...flags] });
}

async function openTab(page: Page, pod: LabPod, tab: string): Promise<void> {
  const path = `${pagePaths.pod(pod.namespace, pod.name)}?tab=${tab}`;
  await page.goto(`${dashboard.origin}${pagePaths.login(path)}&token=${TOKEN}`);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
}

/** Runs a pod of one container while `use` looks at it. */
async function withPod(
  node: Node,
  pod: LabPod,
  use: (calls: PodCalls, containerId: string) => Promise<void>,
): Promise<void> {
  node.kubelet.addPod(pod);
  try {
    const calls = new PodCalls(pod, { cri: node.lab.cri, place: node.lab, signal });
    await use(calls, await running(calls, 0));
  } finally {
    node.kubelet.deletePod(pod);
  }
}

async function running(calls: PodCalls, attempt: number): Promise<string> {
  let id = '';
  await expect
    .poll(async () => {
      const [newest] = await calls.containers();
      id = newest?.id ?? '';
      return [newest?.metadata?.attempt, newest?.state];
    }, POLL)
    .toEqual([attempt, ContainerState.CONTAINER_RUNNING]);
  return id;
}

/** The text that the page holds, seen or not, as a person copies it. */
async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: /Copy the lines that are here/ }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\bn=(\d+) /g)].map(([, number]) => Number(number));
const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, index) => index);
const lastIn = async (page: Page): Promise<number> => numbersIn(await copied(page)).at(-1) ?? -1;

/** As kubelet does: the file gets another name, and the runtime is asked to open its place anew. */
async function rotate({ lab }: Node, folder: string, containerId: string): Promise<void> {
  const path = join(folder, '0.log');
  const time = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  await rename(path, `${path}.${time}`);
  await lab.cri.call(RuntimeService.method.reopenContainerLog, { containerId }, { signal });
}

test('a log followed over two rotations and a restart: nothing missing, nothing doubled', async ({
  node,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const containers = [makeContainer({ command: ['/bin/sh', '-c', WRITER] })];
  const pod = makePod('touch-writer', { containers, graceSeconds: 1 });
  const folder = join(node.lab.podLogs, podLogFolder(pod), 'app');
  await withPod(node, pod, async (calls, containerId) => {
    await openTab(page, pod, 'logs');
    await expect(page.locator('.log-status')).toHaveAttribute('data-phase', 'following');
    for (let rotation = 0; rotation < 2; rotation += 1) {
      const wanted = (await lastIn(page)) + LINES_BETWEEN;
      await expect.poll(() => lastIn(page), POLL).toBeGreaterThan(wanted);
      await rotate(node, folder, containerId);
    }
    const wanted = (await lastIn(page)) + LINES_BETWEEN;
    await expect.poll(() => lastIn(page), POLL).toBeGreaterThan(wanted);
    await calls.stopContainer(containerId);
    await running(calls, 1);
    const parts = async () => (await copied(page)).split(/^# .*attempt 1 begins.*$/m);
    await expect
      .poll(async () => numbersIn((await parts())[1] ?? '').length, POLL)
      .toBeGreaterThan(LINES_BETWEEN);

    const [first = '', second = '', ...more] = await parts();
    expect(more).toEqual([]);
    const names = (await readdir(folder)).filter((name) => name.startsWith('0.log'));
    expect(names).toHaveLength(3);
    const written = await readFile(join(folder, '0.log'), 'utf8');
    expect(numbersIn(first)).toEqual(upTo(numbersIn(written).at(-1) ?? -1));
    expect(numbersIn(second)).toEqual(upTo(numbersIn(second).length - 1));
    expect(first.match(/^# .*was rotated.*$/gm)).toHaveLength(2);
    console.log(`  shown: ${numbersIn(first).length} + ${numbersIn(second).length} lines`);
    // The rows themselves, further up than what is followed.
    await page.locator('.log-pane').hover();
    const restarted = page.locator('.log-notice[data-notice="restarted"]');
    await expect(async () => {
      await page.mouse.wheel(0, -200);
      await expect(restarted).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  });
});

test('stats of a busy loop: the page tells what the kernel counts, or that it is not reported', async ({
  node,
  page,
}) => {
  const containers = [makeContainer({ command: ['/bin/sh', '-c', BUSY] })];
  const pod = makePod('touch-busy', { containers });
  await withPod(node, pod, async (_calls, containerId) => {
    const counter = followGroup(node.lab, pod, containerId);
    await openTab(page, pod, 'stats');
    const card = (name: string) => page.locator('.stat-card', { hasText: name });
    const told = async () => Number(await card('CPU').first().locator('.stat-now').textContent());
    await expect.poll(told, POLL).toBeGreaterThan(0.1);
    await expect(async () => {
      const cores = await told();
      const nowMs = Date.now();
      // The figure on the page is of a second that ended up to a second ago.
      const counted = (counter.usedMsAt(nowMs) - counter.usedMsAt(nowMs - 2_000)) / 2_000;
      expect(Math.abs(cores - counted), `${cores} told, ${counted} counted`).toBeLessThan(0.15);
      console.log(`  ${cores} cores on the page, ${counted.toFixed(3)} counted`);
    }).toPass({ intervals: [1_000], timeout: 40_000 });
    await counter.stop();
    for (const name of ['Throttling', 'Pressure']) {
      await expect(card(name)).toContainText(/\d %|not reported|it has no CPU limit$/);
    }
  });
});
