import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StaticManifestReader } from './static-manifests.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'manifests-'));
});
afterEach(() => rm(directory, { recursive: true }));

const POD = `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: app
      image: registry.example/app:1
      imagePullPolicy: Always
      readinessProbe: { httpGet: { port: 80 } }
    - name: plain
      image: registry.example/plain:1
`;

it('tells what decides about pulls and readiness, where the file says it', async () => {
  await writeFile(join(directory, 'web.yaml'), POD);
  const [manifest] = await new StaticManifestReader('/').read(directory);
  expect(manifest?.containers).toEqual([
    {
      name: 'app',
      image: 'registry.example/app:1',
      isInit: false,
      imagePullPolicy: 'Always',
      hasReadinessProbe: true,
    },
    { name: 'plain', image: 'registry.example/plain:1', isInit: false },
  ]);
});
