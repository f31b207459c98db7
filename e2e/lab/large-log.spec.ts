import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallList } from '../../server/contract/call.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { createFailsUser } from './faults/create-fails-user.ts';
import { startDashboard } from './lab-dashboard.ts';
import type { LabPod } from './lab-pod.ts';
import { expect, type Node, serverCommand, test } from './lab-test.ts';

const MIB = 1024 * 1024;
const LOG_BYTES = 2_048 * MIB;
const ROTATED = 8;
/** The server reads the last 8 MiB of a log at its start; twice that is granted, a hundredth of the file. */
const MAX_MORE_BYTES = 16 * MIB;

/** A log of 2 GB whose end is real, in front of it nothing but the size; beside it older ones of the same kind. */
async function makeLargeLog(dir: string, end: Buffer): Promise<string> {
  await mkdir(dir, { recursive: true });
  const path = join(dir, 'containerd.log');
  for (const name of [
    path,
    ...Array.from({ length: ROTATED }, (_, index) => `${path}.${index + 1}`),
  ]) {
    const file = await open(name, 'w');
    try {
      await file.write(`\n${end.toString('utf8')}`, LOG_BYTES - end.length - 1);
    } finally {
      await file.close();
    }
  }
  return path;
}

/** What the kernel counts as read by the server until it tells the pod's calls, and which these are. */
async function readUntilTold(node: Node, pod: LabPod, runtimeLog: string) {
  const { signal } = new AbortController();
  const { lab, kubelet } = node;
  const dashboard = await startDashboard(lab, { signal, kubelet, runtimeLog, ...serverCommand() });
  try {
    const path = `${apiPaths.calls()}?pod=${encodeURIComponent(`${pod.namespace}/${pod.name}`)}`;
    let told: readonly string[] = [];
    await expect(async () => {
      const { calls } = await dashboard.get<CallList>(path);
      told = calls.map(({ call, outcome, error }) => `${call} ${outcome} ${error}`);
      expect(told).toContain('CreateContainer failed no users found');
    }).toPass({ timeout: 30_000, intervals: [100] });
    const io = await readFile(`/proc/${dashboard.pid}/io`, 'utf8');
    return { told, bytes: Number(/^rchar: (\d+)$/m.exec(io)?.[1]) };
  } finally {
    await dashboard.close();
  }
}

test('a log directory of 18 GB costs no more than its last minutes', async ({ node }) => {
  const pod = await node.apply(createFailsUser);
  await expect
    .poll(() => readFile(node.lab.runtimeLog, 'utf8'))
    .toMatch(/CreateContainer within sandbox .* failed.*no users found/);
  const end = await readFile(node.lab.runtimeLog);
  const small = join(node.lab.dir, 'small.log');
  await writeFile(small, end);
  const large = await makeLargeLog(join(node.lab.dir, 'large-log'), end);

  const ofSmall = await readUntilTold(node, pod, small);
  const ofLarge = await readUntilTold(node, pod, large);
  console.log(`  read by the server: ${ofSmall.bytes} bytes, with 18 GB of logs ${ofLarge.bytes}`);
  expect(ofLarge.told).toEqual(ofSmall.told);
  expect(ofLarge.bytes - ofSmall.bytes).toBeLessThan(MAX_MORE_BYTES);
});
