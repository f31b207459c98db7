import { pagePaths } from '../../server/contract/paths.ts';
import { execMissing } from './faults/exec-missing.ts';
import { image404 } from './faults/image-404.ts';
import { expect, test } from './lab-test.ts';

for (const { fault, call, cause, proof } of [
  {
    fault: image404,
    call: 'PullImage',
    cause: 'image-not-found',
    proof: 'registry.lab:5000/lab/nosuch:9: not found',
  },
  {
    fault: execMissing,
    call: 'StartContainer',
    cause: 'exec-not-found',
    proof: '/usr/bin/no-such-binary',
  },
]) {
  test(`${fault.id}: the link to the pod shows stage, cause and proof`, async ({ node, page }) => {
    const pod = await node.apply(fault);
    await node.open(page, pagePaths.pod(pod.namespace, pod.name));
    await expect(page.getByTestId('verdict')).toContainText(call);
    await expect(page.locator('.cause-card .slug').first()).toHaveText(cause);
    await expect(page.locator('.proof-card')).toContainText(proof);
  });
}
