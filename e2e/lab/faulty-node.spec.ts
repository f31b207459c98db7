import { pagePaths } from '../../server/contract/paths.ts';
import { cniPluginMissing } from './faults/cni-plugin-missing.ts';
import { expect, test } from './lab-test.ts';

test.use({ faultyNode: cniPluginMissing.node ?? {} });

test('a CNI-broken node: the pod and the node page tell the same cause', async ({ node, page }) => {
  const pod = await node.apply(cniPluginMissing);
  await node.open(page, pagePaths.pod(pod.namespace, pod.name));
  await expect(page.getByTestId('verdict')).toContainText('RunPodSandbox');
  await expect(page.locator('.cause-card .slug').first()).toHaveText('cni-plugin-binary-missing');
  await expect(page.locator('.proof-card')).toContainText('failed to find plugin');

  await page.goto(`${node.dashboard.origin}${pagePaths.node()}`);
  await expect(page.getByText('cni-plugin-binary-missing').first()).toBeVisible();
  await expect(page.getByRole('link', { name: pod.name }).first()).toBeVisible();
});
