import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { makePod } from '../lab-pod.ts';
import { waitUntil } from '../wait-until.ts';
import type { Fault } from './fault.ts';
import { readySandboxOf, untilRunning } from './until-running.ts';

/** kubelet needs a relist, a teardown and a start. */
const REPLACE_TIMEOUT_MS = 60_000;

/** The sandbox's own process was killed; kubelet made a second sandbox and the pod runs again. */
export const sandboxReplaced: Fault = {
  id: 'sandbox-replaced',
  node: null,
  proof: [{ source: 'cri', says: 'app attempt 1, CONTAINER_RUNNING' }],
  async apply(target) {
    const { lab, kubelet, signal } = target;
    const pod = makePod('sandbox-replaced');
    kubelet.addPod(pod);
    const first = await untilRunning(target, pod);
    const request = { podSandboxId: first.id, verbose: true };
    const { info } = await lab.cri.call(RuntimeService.method.podSandboxStatus, request, {
      signal,
    });
    const { pid } = JSON.parse(info['info'] ?? '{}') as { pid?: number };
    if (pid === undefined || pid < 2) throw new Error(`no pid of sandbox ${first.id}`);
    process.kill(pid, 'SIGKILL');
    await waitUntil('a second sandbox', { signal, timeoutMs: REPLACE_TIMEOUT_MS }, async () => {
      const ready = await readySandboxOf(target, pod);
      return ready !== null && ready.id !== first.id;
    });
    await untilRunning(target, pod);
    return { pod };
  },
};
