import type { Page } from '@playwright/test';
import type { ImageList } from '../../server/contract/image-list.ts';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { barriers } from './barriers.ts';
import type { Dashboard } from './dashboard.ts';
import { expect, test } from './ui-test.ts';

/** A node of its own: here kubelet ends, and so do containers. */
test.use({ node: { scenarios: ['healthy', 'init-sidecar', 'sandbox-replaced'] } });
test.describe.configure({ mode: 'serial' });

const dialog = (page: Page) => page.getByRole('dialog');

async function openObjects(page: Page, pod: { namespace: string; name: string }): Promise<void> {
  await page.goto(pagePaths.pod(pod.namespace, pod.name));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  await page.locator('summary', { hasText: 'Stop or remove' }).click();
}

async function detailOf(dashboard: Dashboard, stem: string): Promise<PodDetail> {
  const { namespace, name } = await dashboard.pod(stem);
  return dashboard.get<PodDetail>(apiPaths.pod(namespace, name));
}

/** What the audit says of an object. */
const audited = (dashboard: Dashboard, target: string) =>
  dashboard.log().filter((line) => line['audit'] === 'action' && line['target'] === target);

test.describe('while kubelet answers', () => {
  test('what it owns is refused, with the reason and the way of kubectl', async ({
    page,
    dashboard,
  }) => {
    const pod = await detailOf(dashboard, 'catalog');
    await openObjects(page, pod);
    await page.getByRole('button', { name: 'Remove container app…' }).click();
    await expect(dialog(page)).toContainText('Not done. kubelet owns it and would undo this');
    await expect(dialog(page)).toContainText('kubelet is alive: 127.0.0.1:');
    await expect(dialog(page)).toContainText(`kubectl delete pod -n shop ${pod.name}`);
    await expect(dialog(page).getByRole('textbox')).toHaveCount(0);
    expect(await barriers(page)).toEqual([]);
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    const opener = page.getByRole('button', { name: 'Remove container app…' });
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(opener).toBeFocused();
  });

  test('the API refuses it too, and the audit tells who wanted it', async ({ page, dashboard }) => {
    const pod = await detailOf(dashboard, 'catalog');
    const id = pod.containers[0]?.id ?? '';
    const answer = await page.request.post(apiPaths.actions(), {
      data: { kind: 'remove-container', id, confirm: 'app' },
    });
    expect(answer.status()).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'conflict' });
    expect(audited(dashboard, id)).toEqual([
      expect.objectContaining({
        msg: 'action refused',
        user: 'admin',
        role: 'admin',
        kind: 'remove-container',
        pod: `shop/${pod.name}`,
        kubelet: 'alive',
        reason: expect.stringContaining('kubelet owns it'),
      }),
    ]);
    const after = await detailOf(dashboard, 'catalog');
    expect(after.containers[0]?.id).toBe(id);
  });
});

test.describe('once kubelet is gone', () => {
  test.beforeAll(({ dashboard }) => dashboard.sim.control.stopKubelet());
  test.afterAll(({ dashboard }) => dashboard.sim.control.startKubelet());

  test('a container is removed by keyboard alone, once its name is typed', async ({
    page,
    dashboard,
  }) => {
    const pod = await detailOf(dashboard, 'catalog');
    const id = pod.containers[0]?.id ?? '';
    await openObjects(page, pod);
    await page.getByRole('button', { name: 'Remove container app…' }).press('Enter');
    await expect(dialog(page)).toContainText('kubelet does not run');
    await expect(dialog(page)).toContainText('Its writable layer');
    const box = dialog(page).getByRole('textbox', { name: 'Type app to confirm' });
    await expect(box).toBeFocused();
    expect(await barriers(page)).toEqual([]);
    const remove = dialog(page).getByRole('button', { name: 'Remove', exact: true });
    await page.keyboard.type('ap');
    await expect(remove).toBeDisabled();
    await page.keyboard.press('Enter');
    await page.keyboard.type('p');
    await expect(remove).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(`Container app of shop/${pod.name} was removed.`);
    expect(audited(dashboard, id).at(-1)).toMatchObject({
      msg: 'action done',
      user: 'admin',
      kind: 'remove-container',
      kubelet: 'dead',
      result: `Container app of shop/${pod.name} was removed.`,
    });
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/${pod.name}$`));
    await expect
      .poll(async () => (await detailOf(dashboard, 'catalog')).containers[0]?.id ?? null)
      .toBeNull();
    await expect(page.getByRole('button', { name: 'Remove container app…' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Remove sandbox/ })).toHaveCount(1);
  });

  test('a sandbox goes with all its containers', async ({ page, dashboard }) => {
    const pod = await detailOf(dashboard, 'catalog');
    const [sandbox] = pod.sandboxes;
    await openObjects(page, pod);
    await page.getByRole('button', { name: /^Remove sandbox/ }).click();
    await expect(dialog(page)).toContainText('Its network namespace with the pod');
    await dialog(page).getByRole('textbox').fill(pod.name);
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog(page)).toContainText('was removed');
    expect(audited(dashboard, sandbox?.id ?? '').at(-1)).toMatchObject({ msg: 'action done' });
  });

  test('a failure is told in the words of the runtime', async ({ page, dashboard }) => {
    const pod = await detailOf(dashboard, 'payments');
    const running = pod.containers.find(({ name }) => name === 'mesh');
    await openObjects(page, pod);
    await page.getByRole('button', { name: `Stop container ${running?.name}…` }).click();
    await dialog(page)
      .getByRole('textbox')
      .fill(running?.name ?? '');
    dashboard.sim.control.failNext('StopContainer', 2, 'shim is gone');
    await dialog(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(dialog(page)).toContainText(
      'StopContainer failed: shim is gone. It was not done.',
    );
    expect(audited(dashboard, running?.id ?? '').at(-1)).toMatchObject({ msg: 'action failed' });
  });
});

test('an image that nothing needs any more is removed, with a living kubelet too', async ({
  page,
  dashboard,
}) => {
  await page.goto(pagePaths.images('is:unused'));
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  const row = page.locator('.images-table tbody tr', { hasText: 'catalog' });
  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(dialog(page)).toContainText('imagePullPolicy Never');
  await dialog(page).getByRole('textbox').fill('catalog:2.3.1');
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog(page)).toContainText('was removed');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(row).toHaveCount(0);
  const { images } = await dashboard.get<ImageList>(apiPaths.images());
  expect(images.flatMap(({ tags }) => tags).join(' ')).not.toContain('catalog');
  const done = dashboard.log().filter((line) => line['kind'] === 'remove-image');
  expect(done).toEqual([
    expect.objectContaining({ msg: 'action done', kubelet: 'alive', user: 'admin' }),
  ]);
});

test('an operator sees why nothing can be done', async ({ page, dashboard }) => {
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${dashboard.operatorToken}` });
  const pod = await dashboard.pod('payments');
  await openObjects(page, pod);
  await expect(page.locator('details', { hasText: 'Stop or remove' })).toContainText(
    'Your role is operator; remove needs the role admin.',
  );
  await expect(page.getByRole('button', { name: /^Remove sandbox/ })).toBeDisabled();
});
