import { attach } from './calls/attach.ts';
import { createContainer } from './calls/container-create.ts';
import { listContainers } from './calls/container-list.ts';
import { removeContainer } from './calls/container-remove.ts';
import { startContainer } from './calls/container-start.ts';
import { listContainerStats } from './calls/container-stats-list.ts';
import { getContainerStatus } from './calls/container-status.ts';
import { stopContainer } from './calls/container-stop.ts';
import { hasTerminal } from './calls/container-terminal.ts';
import { exec } from './calls/exec.ts';
import { execSync } from './calls/exec-sync.ts';
import { listImages } from './calls/image-list.ts';
import { pullImage } from './calls/image-pull.ts';
import { removeImage } from './calls/image-remove.ts';
import { getImageStatus } from './calls/image-status.ts';
import { portForward } from './calls/port-forward.ts';
import { getRuntimeStatus } from './calls/runtime-status.ts';
import { getVersion } from './calls/runtime-version.ts';
import { listSandboxes } from './calls/sandbox-list.ts';
import { removePodSandbox } from './calls/sandbox-remove.ts';
import { runPodSandbox } from './calls/sandbox-run.ts';
import { listSandboxStats } from './calls/sandbox-stats-list.ts';
import { getSandboxStatus } from './calls/sandbox-status.ts';
import { stopPodSandbox } from './calls/sandbox-stop.ts';
import type { Changes, Cri } from './cri.ts';
import type { Rpc } from './rpc.ts';

/** The questions of Cri, asked over one Rpc. */
export function createCri(rpc: Rpc): Cri {
  return {
    runtime: {
      version: (options) => getVersion(rpc, options),
      status: (options) => getRuntimeStatus(rpc, options),
    },
    sandboxes: {
      list: (options) => listSandboxes(rpc, options),
      status: (id, options) => getSandboxStatus(rpc, id, options),
    },
    containers: {
      list: (options) => listContainers(rpc, options),
      status: (id, options) => getContainerStatus(rpc, id, options),
    },
    streaming: {
      exec: (request, options) => exec(rpc, request, options),
      attach: (request, options) => attach(rpc, request, options),
      hasTerminal: (id, options) => hasTerminal(rpc, id, options),
      portForward: (request, options) => portForward(rpc, request, options),
      execSync: (request, options) => execSync(rpc, request, options),
    },
    changes: createChanges(rpc),
    stats: {
      containers: (options) => listContainerStats(rpc, options),
      sandboxes: (options) => listSandboxStats(rpc, options),
    },
    images: {
      list: (options) => listImages(rpc, options),
      status: (ref, options) => getImageStatus(rpc, ref, options),
    },
  };
}

function createChanges(rpc: Rpc): Changes {
  return {
    runPodSandbox: (request, options) => runPodSandbox(rpc, request, options),
    pullImage: (request, options) => pullImage(rpc, request, options),
    createContainer: (request, options) => createContainer(rpc, request, options),
    startContainer: (id, options) => startContainer(rpc, id, options),
    stopContainer: (id, seconds, options) => stopContainer(rpc, id, seconds, options),
    removeContainer: (id, options) => removeContainer(rpc, id, options),
    stopPodSandbox: (id, options) => stopPodSandbox(rpc, id, options),
    removePodSandbox: (id, options) => removePodSandbox(rpc, id, options),
    removeImage: (ref, options) => removeImage(rpc, ref, options),
  };
}
