import type { Page } from '@playwright/test';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { PodList } from '../../server/contract/pod.ts';
import type { ProbeList } from '../../server/contract/probe.ts';
import { barriers, sidewaysScroll } from './barriers.ts';
import { type Dashboard, startDashboard } from './dashboard.ts';
import { expect, test } from './ui-test.ts';

/** A node that can start pods, and pods that cannot start. */
test.use({
  node: { scenarios: ['healthy', 'image-404', 'exec-missing', 'create-fails-mount'] },
});

const row = (page: Page, step: string) => page.locator(`.stepper-row[data-step="${step}"]`);
const iconOf = (page: Page, step: string) => expect(row(page, step).locator('.state-icon'));
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
}

async function openForm(page: Page, path = pagePaths.probe()): Promise<void> {
  await open(page, path);
  await expect(page.getByRole('button', { name: 'Run all' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
}

/** Nothing of ours is left on the runtime, by its own list. */
async function expectClean(dashboard: Dashboard): Promise<void> {
  await expect
    .poll(async () => {
      const { pods } = await dashboard.get<PodList>(`${apiPaths.pods()}?limit=1000`);
      return pods.filter(({ kind }) => kind === 'probe').length;
    })
    .toBe(0);
  const { left } = await dashboard.get<ProbeList>(apiPaths.probes());
  expect(left).toEqual([]);
}

test('a healthy node: from its page to four answers and a clean node', async ({
  page,
  dashboard,
}) => {
  await open(page, pagePaths.node());
  await page.getByRole('link', { name: 'Probe this node' }).click();
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(title(page)).toContainText('succeeded');
  await expect(page.locator('.meta')).toContainText('cleaned up');
  for (const step of ['RunPodSandbox', 'CreateContainer', 'StartContainer', 'CleanUp']) {
    await iconOf(page, step).toHaveAttribute('data-state', 'ok');
    await expect(row(page, step).locator('.stepper-took')).toContainText(/\d (ms|s)/);
  }
  await row(page, 'RunPodSandbox').click();
  await expect(page).toHaveURL(/step=RunPodSandbox/);
  await expect(page.locator('.probe-panel')).toContainText('cri-triage.io/probe');
  await expect(page.locator('.probe-panel')).toContainText('pod_sandbox_id');
  await page.getByRole('button', { name: 'As crictl commands' }).click();
  await expect(page.getByRole('dialog')).toContainText('runp');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectClean(dashboard);
  await page.goBack();
  await expect(page.locator('.recent-row').first()).toContainText('admin');
});

test('step by step by keys alone, over a reload, and seen by two', async ({
  page,
  dashboard,
  context,
}) => {
  await open(page, pagePaths.node());
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const image = page.getByRole('combobox', { name: 'Image' });
  await expect(image).toBeVisible();
  await tabTo(page, image);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(image).not.toHaveValue('');
  await tabTo(page, page.getByRole('button', { name: 'Step by step' }));
  await page.keyboard.press('Enter');

  const next = page.locator('.next-button');
  await expect(next).toBeFocused();
  await expect(next).toContainText('Next: RunPodSandbox');
  await page.keyboard.press('n');
  await expect(next).toContainText('Next: PullImage');
  await iconOf(page, 'RunPodSandbox').toHaveAttribute('data-state', 'ok');

  await page.reload();
  await expect(next).toContainText('Next: PullImage');
  const other = await context.newPage();
  await open(other, pagePaths.probe());
  await other.getByRole('link', { name: 'Look at it' }).click();
  await expect(other.locator('.next-button')).toContainText('Next: PullImage');
  await iconOf(other, 'RunPodSandbox').toHaveAttribute('data-state', 'ok');

  await page.keyboard.press('n');
  await expect(next).toContainText('Next: CreateContainer');
  await expect(page.locator('.probe-panel')).toContainText('Request, as it will be sent');
  await expect(other.locator('.next-button')).toContainText('Next: CreateContainer');
  await other.keyboard.press('n');
  await expect(next).toContainText('Next: StartContainer');
  await expect(page.locator('[role=status]').first()).toContainText('StartContainer waits for you');
  // One press is a slip, two are meant.
  await page.keyboard.press('x');
  await expect(page.locator('.cancel-button')).toContainText('Press again');
  await page.keyboard.press('x');
  await expect(title(page)).toContainText('cancelled');
  await expect(title(other)).toContainText('cancelled');
  await expect(page.locator('.meta')).toContainText('cleaned up');
  await expectClean(dashboard);
});

test('nothing moves while states change', async ({ page }) => {
  await openForm(page);
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(page.locator('.next-button')).toContainText('Next: RunPodSandbox');
  await page.evaluate(() => {
    const places = new Set<string>();
    const look = () => {
      const boxes = [...document.querySelectorAll('.stepper-row')].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return `${Math.round(top + window.scrollY)}+${Math.round(height)}`;
      });
      places.add(boxes.join(' '));
      document.body.dataset['places'] = String(places.size);
      requestAnimationFrame(look);
    };
    look();
  });
  for (const call of ['PullImage', 'CreateContainer', 'StartContainer', 'Observe', 'Clean-up']) {
    await page.keyboard.press('n');
    await expect(page.locator('.next-button')).toContainText(`Next: ${call}`);
  }
  await page.keyboard.press('n');
  await expect(page.locator('.meta')).toContainText('cleaned up');
  await expect(page.locator('body')).toHaveAttribute('data-places', '1');
});

/** Walks by Tab until an element has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

const SANDBOX = `{
  "metadata": { "name": "nginx-sandbox", "namespace": "default", "attempt": 1, "uid": "hdishd83" },
  "log_directory": "/tmp",
  "linux": {}
}`;
const CONTAINER =
  'metadata:\n  name: busybox\nimage:\n  image: IMAGE\ncommand: [top]\nlog_path: busybox.0.log\nlinux: {}\n';

async function fillFiles(page: Page, sandbox: string, container: string): Promise<void> {
  await page.getByRole('link', { name: 'As crictl takes it' }).click();
  await page.getByLabel(/^Sandbox configuration/).fill(sandbox);
  await page.getByLabel(/^Container configuration/).fill(container);
}

test('a wrong field shows its place, and nothing is called', async ({ page, dashboard }) => {
  await openForm(page);
  const before = dashboard.sim.callCounts()['RunPodSandbox']?.total ?? 0;
  await fillFiles(page, SANDBOX.replace('log_directory', 'log_dirctory'), CONTAINER);
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('.probe-refusal')).toContainText('Nothing was called');
  const place = page.getByRole('button', { name: 'sandbox_config.log_dirctory' });
  await expect(page.locator('.problems')).toContainText('log_directory');
  await place.click();
  const area = page.getByLabel(/^Sandbox configuration/);
  await expect(area).toBeFocused();
  const marked = await area.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  expect(marked).toBe('"log_dirctory"');
  expect(dashboard.sim.callCounts()['RunPodSandbox']?.total ?? 0).toBe(before);
});

test('the pair of files of crictl’s own examples works as it is', async ({ page, dashboard }) => {
  await openForm(page);
  const pod = await dashboard.pod('catalog');
  const image = pod.containers[0]?.image ?? '';
  await fillFiles(page, SANDBOX, CONTAINER.replace('IMAGE', image));
  await page.keyboard.press('Control+Enter');
  await expect(title(page)).toContainText(/succeeded|failed/);
  await iconOf(page, 'CreateContainer').toHaveAttribute('data-state', 'ok');
  await page.getByText('Set otherwise than asked').click();
  await expect(page.locator('.changes')).toContainText('log_directory');
  await expectClean(dashboard);
});

test.describe('an operator', () => {
  test.use({
    extraHTTPHeaders: ({ dashboard }, use) =>
      use({ authorization: `Bearer ${dashboard.operatorToken}` }),
  });

  test('sees why the host network is not for that role, and is refused it by name', async ({
    page,
  }) => {
    await openForm(page);
    await expect(page.getByRole('checkbox', { name: 'Host network' })).toBeDisabled();
    await expect(page.locator('.probe-form')).toContainText('Only for the role admin');
    const sandbox = SANDBOX.replace(
      '"linux": {}',
      '"linux": { "security_context": { "namespace_options": { "network": 2 } } }',
    );
    await fillFiles(page, sandbox, CONTAINER.replace('IMAGE', 'registry.example/any:1'));
    await page.getByRole('button', { name: 'Run all' }).click();
    await expect(page.locator('.problems')).toContainText('namespace_options');
    await expect(page.locator('.problems')).toContainText(/admin/);
  });
});

test('beside a stuck pod: what passes here and fails there, in a sentence', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('exporter');
  await open(page, pagePaths.pod(pod.namespace, pod.name));
  await page.getByRole('link', { name: 'Probe like this pod' }).click();
  await expect(page.locator('.probe-beside')).toContainText(pod.name);
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(title(page)).toContainText(/succeeded|failed/);
  const comparison = page.locator('.comparison');
  await expect(comparison.locator('.comparison-sentence')).not.toBeEmpty();
  await expect(comparison.locator('.comparison-stages tbody tr')).not.toHaveCount(0);
  await page.getByRole('link', { name: pod.name, exact: true }).click();
  await expect(page.getByTestId('verdict')).toContainText('Stopped at CreateContainer');
});

test('a failure opens at the call with its cause', async ({ page, dashboard }) => {
  await openForm(page);
  await page.getByLabel('Command').fill('/no/such/program');
  await page
    .getByRole('combobox', { name: 'Image' })
    .fill((await dashboard.pod('catalog')).containers[0]?.image ?? '');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(title(page)).toContainText('failed');
  const failed = page.locator('.stepper-row[data-icon=failed]');
  await expect(failed).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('.probe-panel .cause-card')).toContainText('exec-not-found');
  await expectClean(dashboard);
});

test('a probe that failed has no barriers, in both themes and widths', async ({ page }) => {
  test.slow();
  await openForm(page);
  await page.getByRole('combobox', { name: 'Image' }).fill('registry.example/none/here:1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.locator('.meta')).toContainText('cleaned up');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await barriers(page), `${colorScheme} ${width}`).toEqual([]);
      expect(await sidewaysScroll(page), `${colorScheme} ${width}`).toBe(0);
    }
  }
  await page.getByRole('button', { name: 'As crictl commands' }).click();
  await expect(page.getByRole('dialog')).toContainText('runp');
  expect(await barriers(page)).toEqual([]);
});

test('what could not be removed is listed, and tried again', async ({ page, dashboard }) => {
  test.slow();
  const { control } = dashboard.sim;
  await openForm(page);
  await page.getByRole('button', { name: 'Step by step' }).click();
  const next = page.locator('.next-button');
  await expect(next).toContainText('Next: RunPodSandbox');
  await page.keyboard.press('n');
  await expect(next).toContainText('Next: PullImage');
  control.hang('RemovePodSandbox');
  try {
    await page.keyboard.press('x');
    await page.keyboard.press('x');
    await expect(page.locator('.probe-panel')).toContainText('Still on the node', {
      timeout: 60_000,
    });
  } finally {
    control.resume();
  }
  await page.locator('.probe-panel').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.meta')).toContainText('cleaned up', { timeout: 30_000 });
  await expectClean(dashboard);
});

test('a viewer is told which role it takes', async ({ page, dashboard }) => {
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${dashboard.viewerToken}` });
  await open(page, pagePaths.probe());
  await expect(page.getByText('probe needs the role operator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run all' })).toHaveCount(0);
});

test('switched off, the page says how it is switched on', async ({ page }) => {
  const off = await startDashboard({ scenarios: ['healthy'], allow: [] });
  try {
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${off.token}` });
    await open(page, new URL(pagePaths.probe(), off.url).href);
    await expect(page.getByText('--allow probe')).toBeVisible();
  } finally {
    await off.close();
  }
});

test('one that is not known any more says so', async ({ page }) => {
  await open(page, pagePaths.probe({ id: 'long-ago' }));
  await expect(page.getByText('This probe is not known any more')).toBeVisible();
});
