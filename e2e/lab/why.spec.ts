import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodList } from '../../server/contract/pod.ts';
import { type Report, reportSchema } from '../../server/contract/report.ts';
import { image404 } from './faults/image-404.ts';
import { nodeFlags } from './lab-dashboard.ts';
import { expect, type Node, test } from './lab-test.ts';

interface Said {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** `npm run -s why -- …`, as a person types it. */
async function why(args: readonly string[]): Promise<Said> {
  const child = spawn('npm', ['run', '-s', 'why', '--', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, errors };
}

/** With the server of the lab, which is found by its port, and without one, with what the server was told. */
const WAYS: Readonly<Record<string, (node: Node) => readonly string[]>> = {
  'from the running server': ({ dashboard }) => ['--port', new URL(dashboard.origin).port],
  'by itself': ({ lab, kubelet }) => ['--port', '1', ...nodeFlags(lab, { kubelet })],
};

for (const [way, flagsOf] of Object.entries(WAYS)) {
  test(`why, ${way}: six lines with call, cause and proof`, async ({ node }) => {
    const pod = await node.apply(image404);
    await expect
      .poll(async () => {
        const { pods } = await node.dashboard.get<PodList>(`${apiPaths.pods()}?q=${pod.name}`);
        return pods.map(({ verdict }) => verdict.cause);
      })
      .toContain('image-not-found');
    const flags = flagsOf(node);
    const asked = [`${pod.namespace}/${pod.name}`, '--uid', pod.uid, ...flags];

    const said = await why(asked);
    expect(said, said.errors).toMatchObject({ code: 0 });
    const six = said.out.split('\n').slice(0, 6);
    expect(six.every((line) => line !== '')).toBe(true);
    const text = six.join('\n');
    for (const words of [`${pod.namespace}/${pod.name}`, 'PullImage', '(image-not-found)']) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/(?:runtime-log|kubelet), .*registry\.lab:5000\/lab\/nosuch:9: not found/);

    const asData = await why([...asked, '--json']);
    const report: Report = reportSchema.parse(JSON.parse(asData.out));
    expect(report.pod?.verdict.cause).toBe('image-not-found');
    expect(report.lines).toHaveLength(6);

    const absent = await why([`${pod.namespace}/no-such-pod`, ...flags]);
    expect(absent).toMatchObject({ code: 3, out: '' });
    const ofNode = await why(flags);
    expect(ofNode.code).toBe(0);
    expect(ofNode.out).toContain(`${pod.namespace}/${pod.name}  PullImage failed  image-not-found`);
  });
}
