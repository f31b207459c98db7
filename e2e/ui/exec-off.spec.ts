import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import { expect, test } from './ui-test.ts';

/** A node on which nothing that acts was switched on. */

test.use({ node: { scenarios: ['healthy'], allow: [] } });

for (const [view, name, kind] of [
  ['', 'Open a shell', 'exec'],
  ['&do=attach', 'Attach', 'attach'],
  ['&do=command', 'Run', 'exec'],
  ['&do=port', 'Check', 'port-forward'],
] as const) {
  test(`${name}: the button does nothing, and a sentence says what switches it on`, async ({
    page,
    dashboard,
  }) => {
    const pod = await dashboard.pod('catalog');
    await page.goto(`${pagePaths.pod(pod.namespace, pod.name)}?tab=exec${view}`);
    await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
    await expect(page.locator('.exec')).toContainText(
      `${kind} is switched off on this node; it is there when cri-triage is started with --allow ${kind}.`,
    );
  });
}

test('what the page does not offer the API refuses, in the same words', async ({
  page,
  dashboard,
}) => {
  const pod = await dashboard.pod('catalog');
  const containerId = pod.containers[0]?.id ?? '';
  for (const [path, data] of [
    [apiPaths.tickets(), { kind: 'exec', containerId }],
    [apiPaths.command(containerId), { command: ['true'] }],
    [apiPaths.checkPort(pod.namespace, pod.name), { port: 80 }],
  ] as const) {
    const answer = await page.request.post(path, { data });
    expect(answer.status(), path).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'feature-disabled',
      detail: expect.stringContaining('is switched off on this node'),
    });
  }
});
