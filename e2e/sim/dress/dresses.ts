import { toNanoTime } from '../files/time-text.ts';
import type { DressName } from '../model/scenario.ts';
import { createContainerdErrors } from './containerd-errors.ts';
import { createContainerdLog } from './containerd-log.ts';
import { createContainerdRefusals } from './containerd-refusals.ts';
import { crioErrors } from './crio-errors.ts';
import { createCrioLog } from './crio-log.ts';
import { crioRefusals } from './crio-refusals.ts';
import type { Dress } from './dress.ts';
import { FAULT_FACTS } from './dress.ts';

/** Served by 2.4 and CRI-O only; every containerd measured before answers UNIMPLEMENTED. */
const NEWEST_RPCS = [
  'StreamPodSandboxes',
  'StreamContainers',
  'StreamImages',
  'StreamContainerStats',
  'StreamPodSandboxStats',
  'StreamPodSandboxMetrics',
  'ListMetricDescriptors',
  'ListPodSandboxMetrics',
  'UpdatePodSandboxResources',
];

/** Served by no runtime that was measured. */
const SERVED_NOWHERE = ['CheckpointPod', 'RestorePod'];

function containerd(version: '2.1' | '1.6'): Dress {
  const runtimeVersion = version === '2.1' ? '2.1.9' : '1.6.20';
  const missingIn16 = ['RuntimeConfig', 'GetContainerEvents', 'CheckpointContainer'];
  return {
    name: 'containerd',
    runtimeName: 'containerd',
    runtimeVersion,
    idScheme: 'containerd',
    isStartFaultAtCreate: false,
    cniNotReadyMessage: 'Network plugin returns error: cni plugin not initialized',
    errors: createContainerdErrors(version),
    refusals: createContainerdRefusals(version),
    handlers: ['runc'],
    createLog: (log, random) => createContainerdLog(log, random, runtimeVersion),
    formatContainerLogTime: toNanoTime,
    containerLogMode: 0o640,
    isLogCutOnReopen: false,
    unimplemented: new Set([
      ...NEWEST_RPCS,
      ...SERVED_NOWHERE,
      ...(version === '1.6' ? missingIn16 : []),
    ]),
  };
}

const crio: Dress = {
  name: 'crio',
  runtimeName: 'cri-o',
  runtimeVersion: '1.37.0',
  idScheme: 'cri-o',
  isStartFaultAtCreate: true,
  cniNotReadyMessage: `Network plugin returns error: no CNI configuration file in ${FAULT_FACTS.cniConfDir}. Has your network provider started?`,
  errors: crioErrors,
  refusals: crioRefusals,
  handlers: ['crun', 'runc'],
  createLog: (log, random) => createCrioLog(log, random, '1.37.0'),
  formatContainerLogTime: (atMs, random) => `${toNanoTime(atMs, random).slice(0, -1)}+00:00`,
  containerLogMode: 0o600,
  isLogCutOnReopen: true,
  unimplemented: new Set(SERVED_NOWHERE),
};

/** The dress of that name; `version` chooses between containerd 2.1 and 1.6. */
export function dressOf(name: DressName, version: '2.1' | '1.6' = '2.1'): Dress {
  return name === 'crio' ? crio : containerd(version);
}
