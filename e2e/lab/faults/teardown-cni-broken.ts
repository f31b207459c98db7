import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PodDetail } from '../../../server/contract/pod.ts';
import { makePod } from '../lab-pod.ts';
import type { Lab } from '../start-lab.ts';
import type { Fault } from './fault.ts';
import { untilRunning } from './until-running.ts';

const ID = 'teardown-cni-broken';
/** In the words of the lab's own plugin. */
const SAYS =
  'the network agent cannot be reached: dial unix /run/agent.sock: connect: connection refused';

/** Deleted; the network plugin fails to take the pod's network down, again and again. */
export const teardownCniBroken: Fault = {
  id: ID,
  node: null,
  proof: [{ source: 'runtime-log', says: SAYS }],
  also: untoldStep,
  async apply(target) {
    const pod = makePod(ID, { graceSeconds: 2 });
    target.kubelet.addPod(pod);
    await untilRunning(target, pod);
    await writeFile(gate(target.lab), '');
    target.kubelet.deletePod(pod);
    return { pod };
  },
  mend: ({ lab }) => rm(gate(lab)),
};

function gate(lab: Lab): string {
  return join(lab.gateDir, `${ID}.del-fails`);
}

function untoldStep({ stages }: PodDetail): string | null {
  const steps = stages.find((cell) => cell.stage === 'teardown')?.steps ?? [];
  const stop = steps.find((step) => step.id === 'stop-pod-sandbox');
  if (stop?.state !== 'failed') return `StopPodSandbox is ${stop?.state ?? 'not a step'}`;
  return stop.detail?.includes(SAYS) ? null : `StopPodSandbox tells: ${stop.detail}`;
}
