import type {
  Probe,
  ProbeComparison,
  ProbeOptions,
  ProbeStep,
} from '../../server/contract/probe.ts';
import { PROBE_CALLS, type ProbeCall } from '../../server/contract/probe-words.ts';
import { AS_OF } from './fixtures.ts';

const IMAGE = 'registry.example/tools/busybox:1.36';

export const PROBE_OPTIONS: ProbeOptions = {
  request: {
    mode: 'all',
    image: IMAGE,
    runtimeHandler: '',
    hostNetwork: false,
    command: ['sh', '-c', 'echo hello from the probe'],
    args: [],
    pullPolicy: 'IfNotPresent',
    auth: null,
    sandboxConfig: null,
    containerConfig: null,
    pod: null,
  },
  images: [
    { ref: IMAGE, tags: [IMAGE], sizeBytes: 4_300_000 },
    {
      ref: 'registry.example/shop/web@sha256:4f1c2f0d5c1f',
      tags: ['registry.example/shop/web:2.14'],
      sizeBytes: 212_000_000,
    },
  ],
  runtimeHandlers: ['runc', 'kata'],
  handlersUnknown: null,
  warnings: [],
  leftOut: [],
  mayUsePrivileges: false,
};

export function probeStep(call: ProbeCall, part: Partial<ProbeStep> = {}): ProbeStep {
  return {
    call,
    state: 'ok',
    startedAt: AS_OF,
    durationMs: 120,
    usualMs: 100,
    usualP95Ms: 300,
    request: { call },
    response: { answer_of: call },
    note: null,
    error: null,
    cause: null,
    causeText: null,
    steps: [],
    progress: null,
    ...part,
  };
}

/** Steps where the named ones are otherwise. */
export function probeSteps(parts: Partial<Record<ProbeCall, Partial<ProbeStep>>> = {}) {
  return PROBE_CALLS.map((call) => probeStep(call, parts[call]));
}

export const NOT_CALLED: Partial<ProbeStep> = {
  state: 'not-reached',
  startedAt: null,
  durationMs: null,
  response: null,
};

export const TO_COME: Partial<ProbeStep> = { ...NOT_CALLED, state: 'pending' };

/** One that went well and is gone again. */
export function probe(part: Partial<Probe> = {}): Probe {
  return {
    id: 'p7f3k2',
    state: 'succeeded',
    mode: 'all',
    user: 'kim',
    startedAt: AS_OF,
    endedAt: AS_OF,
    deadlineAt: AS_OF,
    sentence: 'This node can start a pod: all four calls were answered in 1.2 s.',
    pod: { namespace: 'cri-triage', name: 'probe-p7f3k2', uid: 'uid-probe' },
    image: IMAGE,
    runtimeHandler: '',
    changes: [],
    privileges: [],
    steps: probeSteps(),
    next: null,
    cancel: null,
    cleanup: {
      state: 'done',
      durationMs: 340,
      removed: ['container 3f2a11', 'sandbox 9c1b22'],
      left: [],
      note: null,
    },
    output: [],
    comparison: null,
    ...part,
  };
}

export const COMPARISON: ProbeComparison = {
  pod: { namespace: 'shop', name: 'checkout', uid: 'uid-checkout', container: 'app' },
  stages: [
    { stage: 'sandbox', probe: 'ok', pod: 'ok', reading: 'same-ok' },
    { stage: 'pull', probe: 'ok', pod: 'ok', reading: 'same-ok' },
    { stage: 'create', probe: 'ok', pod: 'failed', reading: 'only-pod-fails' },
    { stage: 'start', probe: 'ok', pod: 'not-reached', reading: 'open' },
  ],
  sentence: 'CreateContainer passes here and fails there: look at the pod’s mounts.',
  subjects: [
    {
      subject: 'image',
      probe: 'registry.example/shop/checkout:1',
      pod: 'registry.example/shop/checkout:1',
      verdict: 'same',
      isSuspect: false,
    },
    { subject: 'mounts', probe: 'none', pod: '3', verdict: 'differs', isSuspect: true },
  ],
};
