import { expect, test } from 'vitest';
import { diagnose } from './diagnose.ts';
import { ago, container, ended, kubeletPod, NOW_MS, node, sandbox } from './testing/builders.ts';

test.each([
  [0, 'ok'],
  [1, 'failed'],
])('a container that exits %d on the way down is %s', (exitCode, state) => {
  const [pod] = diagnose(
    node({
      sandboxes: [sandbox()],
      containers: [container({ state: 'exited' })],
      statuses: ended({ exitCode, finishedAtMs: ago(5) }),
      kubelet: [kubeletPod({ deletionAtMs: NOW_MS + 20_000, deletionGraceSeconds: 30 })],
    }),
    NOW_MS,
  ).pods;
  expect(pod?.verdict.outcome).toBe('terminating');
  expect(pod?.stages.find((cell) => cell.stage === 'run')?.state).toBe(state);
});
