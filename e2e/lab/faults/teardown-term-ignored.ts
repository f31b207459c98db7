import type { PodDetail } from '../../../server/contract/pod.ts';
import { makeContainer, makePod } from '../lab-pod.ts';
import type { Fault } from './fault.ts';
import { untilRunning } from './until-running.ts';

/** Every look of a test falls into it. */
const GRACE_SECONDS = 90;
/** TERM is ignored by the shell, and by what it starts. */
const SCRIPT = "trap '' TERM; echo 'TERM is ignored'; while :; do sleep 1; done";

/** Deleted; its process ignores TERM and lives until KILL. */
export const teardownTermIgnored: Fault = {
  id: 'teardown-term-ignored',
  node: null,
  proof: [{ source: 'cri', says: 'app is still running' }],
  also: untoldStep,
  async apply(target) {
    const pod = makePod('teardown-term-ignored', {
      graceSeconds: GRACE_SECONDS,
      containers: [makeContainer({ command: ['/bin/sh', '-c', SCRIPT] })],
    });
    target.kubelet.addPod(pod);
    await untilRunning(target, pod);
    target.kubelet.deletePod(pod);
    return { pod };
  },
};

/** Which process it waits for, that this one ignores TERM, and when KILL comes. */
function untoldStep({ stages }: PodDetail): string | null {
  const steps = stages.find((cell) => cell.stage === 'teardown')?.steps ?? [];
  const term = steps.find((step) => step.id === 'term');
  const stop = steps.find((step) => step.id === 'stop-container:app');
  const waitsFor = term?.waitsFor ?? '-';
  const detail = term?.detail ?? '-';
  if (!/^pid \d+ .*sh\b.*ignores TERM/.test(waitsFor)) return `TERM waits for: ${waitsFor}`;
  if (!/KILL at \d\d:\d\d/.test(detail)) return `TERM tells: ${detail}`;
  return stop?.state === 'running' ? null : `StopContainer is ${stop?.state ?? 'not a step'}`;
}
