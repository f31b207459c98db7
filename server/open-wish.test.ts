import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openKube, openKubeletSockets } from './open-wish.ts';

const { signal } = new AbortController();
const NO_KUBE = { kubeconfig: null, isOff: false, inCluster: null };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'wish-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it('asks no API server where none is named, and says how to name one', async () => {
  const kube = await openKube({ kube: NO_KUBE }, 'n1', Date.now);
  expect(kube.isConfigured).toBe(false);
  expect(kube.source()).toMatchObject({ enable: expect.stringContaining('--kubeconfig') });
});

it('asks none where that is switched off, kubeconfig or not', async () => {
  const kube = await openKube(
    { kube: { ...NO_KUBE, kubeconfig: '/x', isOff: true } },
    'n',
    Date.now,
  );
  expect(kube.source().reason).toContain('--kube-api off');
});

it('reads the kubeconfig that is named', async () => {
  const kubeconfig = join(folder(), 'config');
  writeFileSync(kubeconfig, 'nothing of it');
  const kube = await openKube({ kube: { ...NO_KUBE, kubeconfig } }, 'n1', Date.now);
  onTestFinished(() => kube.close());
  expect(kube.isConfigured).toBe(true);
  expect(await kube.pods({ signal })).toMatchObject({
    reason: expect.stringContaining('is no kubeconfig'),
  });
});

it("looks for kubelet's sockets beneath the host root", async () => {
  const sockets = openKubeletSockets({ hostRoot: folder() }, Date.now);
  onTestFinished(() => sockets.close());
  expect(await sockets.pods({ signal })).toMatchObject({
    available: false,
    reason: expect.stringContaining('pods-api.sock'),
  });
});
