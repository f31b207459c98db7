import type { NodeProcess } from '../contract/host-facts.ts';
import type { CgroupOwner } from './cgroup-path.ts';
import { inTurns } from './in-turns.ts';
import { readNodeText } from './node-files.ts';
import { type ProcStat, parseBootTime } from './proc-stat.ts';
import { readOwner, readShimId, readTerm, readWaitChannel } from './process-details.ts';
import { isRuntimeCommand, isShimCommand, kindByName, shownCommand } from './process-names.ts';
import { readProcessTable } from './process-table.ts';

const MAX_STAT_BYTES = 1024 * 1024;
/** Two a container on a full node, and room for one that forks. */
const MAX_TOLD = 1_500;

/** Which processes of containers are told: shims, runtime, kubelet and network plugins are told always. */
export interface ProcessWish {
  readonly podUids: ReadonlySet<string>;
  /** Of sandboxes and containers. */
  readonly ids: ReadonlySet<string>;
  /** Names of the programs in the CNI binary directories. */
  readonly cniPrograms: readonly string[];
}

interface Known {
  readonly kind: NodeProcess['kind'] | null;
  readonly owner: CgroupOwner;
}

const NOBODY: CgroupOwner = { podUid: null, containerId: null };

/** A process that was started this shortly before the newest one may still change its group and its program. */
const SETTLE_MS = 10_000;

/** Reads the node's processes; what cannot change while a process lives is asked once. */
export class ProcessReader {
  readonly #hostRoot: string;
  /** By pid, start and name: a pid alone may be given out again, and a process may become another program. */
  #known = new Map<string, Known>();
  #leftOut = 0;

  constructor(hostRoot: string) {
    this.#hostRoot = hostRoot;
  }

  /** How many processes of containers the last reading left out, above its bound. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** The processes that matter to pods. Throws HostError when /proc cannot be read. */
  async read(wish: ProcessWish): Promise<readonly NodeProcess[]> {
    const table = await readProcessTable(this.#hostRoot);
    const stat = await readNodeText(this.#hostRoot, '/proc/stat', MAX_STAT_BYTES);
    const bootedAtMs = parseBootTime(stat ?? '');
    const plugins = cniPids(table, wish.cniPrograms);
    const known = new Map<string, Known>();
    const settledBeforeMs =
      Math.max(...table.map(({ startedAfterMs }) => startedAfterMs)) - SETTLE_MS;
    const told = await inTurns(table, async (process) => {
      const key = `${process.pid} ${process.startedAfterMs} ${process.command}`;
      const facts = this.#known.get(key) ?? (await this.#identify(process));
      if (process.startedAfterMs < settledBeforeMs) known.set(key, facts);
      const kind = plugins.has(process.pid) ? 'cni' : kindOf(facts, wish);
      return kind === null ? null : { process, kind, owner: facts.owner };
    });
    this.#known = known;
    const found = told.filter((one) => one !== null).sort(byWeight);
    const wanted = found.slice(0, MAX_TOLD);
    this.#leftOut = found.length - wanted.length;
    return inTurns(wanted, ({ process, kind, owner }) =>
      this.#tell(process, { kind, owner, bootedAtMs }),
    );
  }

  async #identify(process: ProcStat): Promise<Known> {
    const kind = kindByName(process.command);
    // Threads of the kernel have no parent but kthreadd, and no control group of interest.
    if (process.parentPid === 2 || process.pid === 2) return { kind: null, owner: NOBODY };
    const owner = await readOwner(this.#hostRoot, process.pid);
    // A runtime or kubelet that runs in a pod is that pod's business.
    if ((kind === 'runtime' || kind === 'kubelet') && owner.podUid !== null) {
      return { kind: null, owner };
    }
    if (!isShimCommand(process.command)) return { kind, owner };
    const containerId = (await readShimId(this.#hostRoot, process)) ?? owner.containerId;
    return { kind, owner: { ...owner, containerId } };
  }

  async #tell(
    process: ProcStat,
    about: Known & { readonly kind: NodeProcess['kind']; readonly bootedAtMs: number | null },
  ): Promise<NodeProcess> {
    const { pid } = process;
    const { bootedAtMs, kind, owner } = about;
    const [waitChannel, termHandling] = await Promise.all([
      readWaitChannel(this.#hostRoot, pid),
      readTerm(this.#hostRoot, pid),
    ]);
    return {
      pid,
      parentPid: process.parentPid,
      command: process.command,
      state: process.state,
      waitChannel,
      startedAtMs: bootedAtMs === null ? null : bootedAtMs + process.startedAfterMs,
      kind,
      sandboxOrContainerId: owner.containerId,
      podUid: owner.podUid,
      ignoresTerm: termHandling === null ? null : termHandling !== 'ends',
      termHandling,
    };
  }
}

function kindOf({ kind, owner }: Known, wish: ProcessWish): NodeProcess['kind'] | null {
  if (kind !== null) return kind;
  const isWanted =
    (owner.podUid !== null && wish.podUids.has(owner.podUid)) ||
    (owner.containerId !== null && wish.ids.has(owner.containerId));
  return isWanted ? 'container' : null;
}

/** Where there are too many, what explains a pod's end goes first, and among processes of containers the oldest. */
function byWeight(
  a: { readonly kind: NodeProcess['kind']; readonly process: ProcStat },
  b: { readonly kind: NodeProcess['kind']; readonly process: ProcStat },
): number {
  const weight = (kind: NodeProcess['kind']) => (kind === 'container' ? 1 : 0);
  return weight(a.kind) - weight(b.kind) || a.process.startedAfterMs - b.process.startedAfterMs;
}

/** Network plugins that run now: programs of the CNI directories that the runtime, or such a plugin, has started. */
function cniPids(table: readonly ProcStat[], programs: readonly string[]): ReadonlySet<number> {
  const names = new Set(programs.map(shownCommand));
  const starters = new Set(
    table.filter(({ command }) => isRuntimeCommand(command)).map(({ pid }) => pid),
  );
  const plugins = new Set<number>();
  // By start: a plugin that was started by another one comes after it.
  for (const process of [...table].sort(
    (a, b) => a.startedAfterMs - b.startedAfterMs || a.pid - b.pid,
  )) {
    if (!starters.has(process.parentPid) || !names.has(process.command)) continue;
    plugins.add(process.pid);
    starters.add(process.pid);
  }
  return plugins;
}
