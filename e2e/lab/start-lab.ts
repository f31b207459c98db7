import { setMaxListeners } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { type ContainerdBinaries, findContainerd } from './containerd-binaries.ts';
import { LabCri } from './cri-client.ts';
import { provideImages } from './lab-images.ts';
import type { CniVariation } from './lab-network.ts';
import { LabProcesses } from './lab-processes.ts';
import { gateDir } from './lab-programs.ts';
import { LabRecord } from './lab-record.ts';
import { mountRoot, prepareContainerd } from './prepare-containerd.ts';
import { startRegistries } from './registries.ts';
import { removeLab, sweepAbandonedLabs } from './sweep.ts';
import { waitUntil } from './wait-until.ts';

export interface LabOptions {
  /** '1.6', '1.7', '2' or a folder that holds containerd. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** Faults of a whole node, made before containerd starts. */
  readonly cni?: CniVariation | 'none';
  /** Of another registry than ours: containerd then cannot fetch it. */
  readonly sandboxImage?: string;
  /** A disk of its own for containerd's root, of this size; null or absent: the machine's. */
  readonly rootBytes?: number | null;
}

/** One containerd with all it needs, in one folder. */
export interface Lab {
  readonly dir: string;
  readonly binaries: ContainerdBinaries;
  /** The unix socket, as a path. */
  readonly endpoint: string;
  readonly runtimeLog: string;
  readonly podLogs: string;
  readonly manifestsDir: string;
  readonly cniConfDir: string;
  readonly cniBinDir: string;
  /** Where a fault says what the lab's own CNI plugin does to a pod. */
  readonly gateDir: string;
  /** The good registry's own address, for pushing. */
  readonly registryUrl: string;
  /** Parent of all pods' cgroups: "/kubepods-lab-…". */
  readonly cgroup: string;
  readonly cri: LabCri;
  /** Notes a program that works with this lab, so that a sweep after a crash ends it too. */
  addProcess(name: string, pid: number): void;
  /** SIGKILL; pods go on. */
  kill(): Promise<void>;
  /** SIGSTOP: the socket accepts and nobody answers. */
  stop(): void;
  cont(): void;
  /** Starts containerd again after kill() (or ends it first) and resolves when it answers. */
  restart(): Promise<void>;
  /** Ends and removes everything; safe to call twice. */
  close(): Promise<void>;
}

const CONTAINERD = 'containerd';
const SYSTEM_PATH = '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin';
/** containerd 1.6 needs about 1 s here; a busy machine is given more. */
const START_TIMEOUT_MS = 60_000;

/** Starts a real containerd, its registries and its images; on failure nothing is left behind. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const binaries = await findContainerd(options.version, options.signal);
  if (binaries === null) {
    throw new Error(`containerd ${options.version} is not here: npx tsx scripts/lab-install.ts`);
  }
  // One listener a call in flight; faults are made side by side.
  setMaxListeners(0, options.signal);
  await sweepAbandonedLabs(options.signal);
  const record = LabRecord.create();
  try {
    return await build(record, binaries, options);
  } catch (error) {
    await removeLab(record, AbortSignal.timeout(30_000));
    throw error;
  }
}

async function build(record: LabRecord, binaries: ContainerdBinaries, options: LabOptions) {
  const { signal } = options;
  const { dir } = record;
  const processes = new LabProcesses(record);
  const place = {
    endpoint: join(dir, 'containerd.sock'),
    runtimeLog: join(dir, 'containerd.log'),
    podLogs: join(dir, 'pods'),
    manifestsDir: join(dir, 'manifests'),
    cniConfDir: join(dir, 'net.d'),
  };
  for (const path of [place.podLogs, place.manifestsDir, place.cniConfDir]) {
    await mkdir(path, { recursive: true });
  }
  if (options.rootBytes != null) await mountRoot(dir, options.rootBytes, signal);
  const registries = await startRegistries(dir, processes, signal);
  const programs = await prepareContainerd({ record, place, binaries, registries, options });
  // The lab's programs first, then the release's own shim, then this machine's runc.
  const path = [programs.binDir, binaries.binDir];
  const start = () => startContainerd(dir, place.runtimeLog, { path, processes });
  await start();
  const cri = new LabCri(place.endpoint);
  await waitForAnswer(cri, processes, signal);
  await provideImages({
    dir,
    endpoint: place.endpoint,
    binaries,
    registryUrl: registries.url,
    signal,
  });
  let closing: Promise<void> | null = null;
  const lab: Lab = {
    dir,
    binaries,
    ...place,
    cniBinDir: programs.cniBinDir,
    gateDir: gateDir(dir),
    registryUrl: registries.url,
    cgroup: `/${record.cgroup}`,
    cri,
    addProcess: (name, pid) => record.addProcess(name, pid),
    kill: () => processes.end(CONTAINERD, 'SIGKILL'),
    stop: () => processes.signal(CONTAINERD, 'SIGSTOP'),
    cont: () => processes.signal(CONTAINERD, 'SIGCONT'),
    async restart() {
      await processes.end(CONTAINERD, 'SIGTERM');
      await start();
      cri.reconnect();
      await waitForAnswer(cri, processes, signal);
    },
    close() {
      closing ??= (async () => {
        cri.close();
        await registries.close();
        await processes.end(CONTAINERD, 'SIGKILL');
        await processes.endAll();
        await removeLab(record, AbortSignal.timeout(30_000));
      })();
      return closing;
    },
  };
  return lab;
}

async function startContainerd(
  dir: string,
  logPath: string,
  { path, processes }: { readonly path: readonly string[]; readonly processes: LabProcesses },
) {
  const log = await open(logPath, 'a');
  try {
    const command = join(path.at(-1) ?? '', 'containerd');
    processes.start(CONTAINERD, command, ['--config', join(dir, 'config.toml')], {
      output: log.fd,
      env: { PATH: [...path, SYSTEM_PATH].join(':') },
    });
  } finally {
    await log.close();
  }
}

async function waitForAnswer(cri: LabCri, processes: LabProcesses, signal: AbortSignal) {
  await waitUntil('containerd answers', { signal, timeoutMs: START_TIMEOUT_MS }, async () => {
    if (!processes.isRunning(CONTAINERD)) throw new Error('containerd ended at once, see its log');
    try {
      await cri.call(RuntimeService.method.status, {}, { signal, deadlineMs: 1_000 });
      return true;
    } catch (error) {
      cri.reconnect();
      throw error;
    }
  });
}
