import { ALL_CALLS } from './call-journal.ts';
import type { Config } from './config.ts';
import type { ProcessMark } from './host/process-mark.ts';
import { delay } from './lib/abort.ts';
import type { Log } from './log.ts';
import type { NodeReach } from './node-reach.ts';
import type { OwnedProbes } from './probe/create-probes.ts';
import type { ProbeNode } from './probe/probe-node.ts';
import type { Runtime } from './runtime.ts';

/** Where /proc does not tell our own start: another server finds nobody of that name alive. */
const UNKNOWN_START = 0;
/** The kernel counts in hundredths of a second towards programs, on every architecture. */
const TICK_MS = 10;
const ENDING_CALLS = ['StopContainer', 'RemoveContainer', 'StopPodSandbox', 'RemovePodSandbox'];
/** How long a stop of our sandbox is looked for in a log that is read a moment later. */
const LOG_MS = 1_000;
const LOG_EACH_MS = 200;
/** What is asked beside a probe does not hold it longer. */
const ASK_MS = 2_000;

interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly runtime: Runtime;
  readonly reach: NodeReach;
}

/** Joins this node and what is known of it into its probes; null where they are switched off: then nothing is looked for. */
export async function openProbes(parts: Parts): Promise<OwnedProbes | null> {
  if (!parts.config.allow.includes('probe')) return null;
  const [{ createProbes }, { LIMITS }, { createPlanner }] = await Promise.all([
    import('./probe/create-probes.ts'),
    import('./probe/limits.ts'),
    import('./probe-planner.ts'),
  ]);
  return createProbes({
    node: await toProbeNode(parts),
    planner: createPlanner(parts.runtime, parts.reach),
    log: parts.log,
    limits: LIMITS,
    nowMs: Date.now,
  });
}

async function toProbeNode({ config, log, runtime, reach }: Parts): Promise<ProbeNode> {
  const { hostRoot } = config;
  const [{ NodeProbeFolders }, { isMarkAlive, ownMark }, { readIpamRoom }, { nodeWarnings }] =
    await Promise.all([
      import('./host/probe-folders.ts'),
      import('./host/process-mark.ts'),
      import('./host/ipam-room.ts'),
      import('./probe/node-warnings.ts'),
    ]);
  const podLogs = () => reach.podLogs();
  return {
    cri: reach.cri,
    folders: new NodeProbeFolders({ hostRoot, podLogs }),
    health: () => reach.health(),
    podLogs,
    explain: (text) => runtime.explain(text),
    async podDetail(pod, signal) {
      try {
        const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]) };
        return await runtime.pod(pod, options);
      } catch (error) {
        if (signal.aborted) throw error;
        log.debug({ err: error }, 'nothing is known of the pod of a probe');
        return null;
      }
    },
    usual: () => reach.usual(),
    wasStopped: (id, signal) => wasStopped(runtime, id, signal),
    async warnings(confDir, signal) {
      const [node, findings, room] = await Promise.all([
        runtime.node({ signal }),
        runtime.findings({ signal }),
        readIpamRoom(hostRoot, confDir),
      ]);
      return nodeWarnings(node, findings, room);
    },
    owner: toOwner(ownMark() ?? { pid: process.pid, startedAfterMs: UNKNOWN_START }),
    async isOwnerAlive(owner) {
      const mark = fromOwner(owner);
      return mark !== null && (await isMarkAlive(hostRoot, mark));
    },
  };
}

/** By the runtime's own log, where that can be read: our own calls come later. */
async function wasStopped(
  runtime: Runtime,
  id: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const { sources } = await runtime.node({ signal });
  if (sources.find(({ name }) => name === 'runtime-log')?.status !== 'ok') return null;
  const untilMs = performance.now() + LOG_MS;
  const question = { ...ALL_CALLS, calls: ENDING_CALLS };
  do {
    const { calls } = await runtime.calls(question, { signal });
    if (calls.some(({ sandboxId, containerId }) => sandboxId === id || containerId === id))
      return true;
    await delay(LOG_EACH_MS, signal);
  } while (performance.now() < untilMs);
  return false;
}

function toOwner({ pid, startedAfterMs }: ProcessMark): string {
  return `${pid}.${Math.round(startedAfterMs / TICK_MS)}`;
}

function fromOwner(owner: string): ProcessMark | null {
  const [, pid, ticks] = /^(\d{1,10})\.(\d{1,15})$/.exec(owner) ?? [];
  if (pid === undefined || ticks === undefined) return null;
  return { pid: Number(pid), startedAfterMs: Number(ticks) * TICK_MS };
}
