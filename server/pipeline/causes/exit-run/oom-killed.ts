import { quoteRuntimeLine } from '../../evidence.ts';
import { type ContainerEnd, exitCause } from '../../exit-cause.ts';
import { kernelKill } from '../../kernel-lines.ts';
import { inspectContainer, podSpec, previousLog } from '../../next-checks.ts';
import type { Clue } from '../../pod-view.ts';

/** 10 s: the kernel's notice and the end of the process lie close together. */
const NEAR_MS = 10_000;

/** The runtime noted an out-of-memory event of this very container near its end. */
function memoryEvent(end: ContainerEnd): Clue | null {
  const id = end.container.record?.id;
  const endedAtMs = end.exit.finishedAtMs;
  if (id === undefined || endedAtMs === null) return null;
  const line = end.view.runtimeLog.find(
    (item) =>
      item.message.startsWith('TaskOOM event') &&
      item.text.includes(id) &&
      Math.abs((item.atMs ?? 0) - endedAtMs) < NEAR_MS,
  );
  return line === undefined ? null : { text: 'TaskOOM', evidence: quoteRuntimeLine(line) };
}

/** The kernel's own line, where the runtime says no more than "Error". */
function kernelEvent({ view, container, exit }: ContainerEnd): Clue | null {
  const kill = kernelKill(view, container, exit.finishedAtMs);
  return kill === null || kill.isNodeWide ? null : kill;
}

export const oomKilled = exitCause({
  id: 'oom-killed',
  title: 'The container used more memory than its limit',
  explanation:
    'The kernel killed a process of the container because the memory limit of the container was reached. Either the limit is too low for the work, or the program leaks.',
  impact:
    '{container} was killed in the middle of its work; kubelet starts it again with growing pauses.',
  confusedWith: [
    'node-level-oom',
    'sigkill-after-grace',
    'memory-limit-too-low',
    'evicted-memory-pressure',
    'oom-flag-stale-real-end-sigterm',
  ],
  nextChecks: (view) => [
    podSpec(view, 'See the limits', '{.spec.containers[*].resources}'),
    previousLog(view),
    inspectContainer(view),
  ],
  tells: (end) => {
    const isSaid = end.exit.reason === 'OOMKilled';
    if (isSaid && end.exit.exitCode !== 143)
      return { detail: `OOM killed, exit ${end.exit.exitCode}` };
    const clue = end.exit.exitCode === 137 ? (memoryEvent(end) ?? kernelEvent(end)) : null;
    return clue === null ? null : { detail: 'OOM killed, exit 137', clue };
  },
});
