import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePod } from '../lab-pod.ts';
import type { Fault } from './fault.ts';

const ID = 'name-reserved';
/** kubelet gives up after this, the network plugin does not: each further try finds the name taken. */
const SANDBOX_DEADLINE_MS = 8_000;

/** The network plugin hangs; what kubelet sees later is only that the sandbox's name is taken. */
export const nameReserved: Fault = {
  id: ID,
  node: null,
  proof: [
    { source: 'runtime-log', says: /failed to reserve sandbox name .* is reserved for/ },
    // The attempt that holds the name: its begin is all that the log has of it.
    {
      source: 'runtime-log',
      says: /RunPodSandbox for &?PodSandboxMetadata\{Name:name-reserved,.*\}"$/,
    },
  ],
  async apply({ lab, kubelet }) {
    await writeFile(join(lab.gateDir, `${ID}.add-hangs`), '');
    const pod = makePod(ID);
    kubelet.addPod(pod, { sandboxDeadlineMs: SANDBOX_DEADLINE_MS });
    return { pod };
  },
};
