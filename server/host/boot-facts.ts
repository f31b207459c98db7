import type { BootFacts } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { listOrNone, readNodeFile, readNodeText, statOnNode } from './node-files.ts';
import { parseBootTime } from './proc-stat.ts';
import { isKubeletCommand } from './process-names.ts';
import { readProcessTable } from './process-table.ts';
import { findRuntimeProcess, outsidePods } from './runtime-process.ts';

/** /proc/stat has a line a CPU and one with a number for each interrupt. */
const MAX_STAT_BYTES = 1024 * 1024;
const MAX_LINE_BYTES = 4 * 1024;
const CGROUP_ROOT = '/sys/fs/cgroup';

/** Version 2 only where it is the one hierarchy; a hybrid node keeps its containers in version 1. */
async function readCgroupVersion(hostRoot: string): Promise<BootFacts['cgroupVersion']> {
  if ((await statOnNode(hostRoot, `${CGROUP_ROOT}/cgroup.controllers`))?.isFile()) return 2;
  const names = await listOrNone(hostRoot, CGROUP_ROOT, 1_000);
  return names.includes('memory') ? 1 : null;
}

/** When node, runtime and kubelet were started, and what kernel it is. Throws HostError when /proc cannot be read. */
export async function readBootFacts(hostRoot: string, endpoint: string | null): Promise<BootFacts> {
  const stat = await readNodeFile(hostRoot, '/proc/stat', MAX_STAT_BYTES);
  const bootedAtMs = parseBootTime(stat.toString('utf8'));
  const table = await readProcessTable(hostRoot);
  const startOf = (process: { readonly startedAfterMs: number } | null | undefined) =>
    process && bootedAtMs !== null ? bootedAtMs + process.startedAfterMs : null;
  const kubelets = await outsidePods(
    hostRoot,
    table.filter(({ command }) => isKubeletCommand(command)),
  );
  const release = await readNodeText(hostRoot, '/proc/sys/kernel/osrelease', MAX_LINE_BYTES);
  return {
    bootedAtMs,
    runtimeStartedAtMs: startOf(await findRuntimeProcess(hostRoot, table, endpoint)),
    // rke2's own process starts a kubelet as its child: a process of that very name goes first.
    kubeletStartedAtMs: startOf(
      kubelets.find(({ command }) => command === 'kubelet') ?? kubelets[0],
    ),
    kernelRelease: release === null ? null : stripControl(release).trim() || null,
    cgroupVersion: await readCgroupVersion(hostRoot),
  };
}
