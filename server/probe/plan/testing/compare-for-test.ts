import { expect } from 'vitest';
import {
  PROBE_CALLS,
  type ProbeCall,
  type ProbeRequest,
  type ProbeStep,
  probeComparisonSchema,
  probeRequestSchema,
} from '../../../contract/probe.ts';
import type { Stage } from '../../../contract/stage.ts';
import { readConfig } from '../../../cri/read-config.ts';
import type { ProbePlan } from '../../plan.ts';
import { compareWithPod, type ProbeBeside } from '../compare.ts';
import { planProbe } from '../plan-probe.ts';
import { stepsOf } from './steps.ts';
import { stuckAt, wantedPod } from './stuck-pod.ts';

const WEB = 'registry.example/shop/web:1';
export const DIGEST = `registry.example/shop/web@sha256:${'3'.repeat(64)}`;
export const NODE_IMAGE = {
  id: 'sha256:cc',
  tags: [WEB],
  digests: [DIGEST],
  sizeBytes: 1,
  pinned: false,
};

export function planOf(request: Partial<ProbeRequest> = {}): ProbePlan {
  const result = planProbe(
    { ...probeRequestSchema.parse({}), image: WEB, ...request },
    {
      id: 'a',
      uid: 'b',
      owner: '1.1',
      deadlineSeconds: 1,
      podLogs: '/var/log/pods',
      images: [],
      isAdmin: true,
      cgroupDriver: null,
      readConfig,
    },
  );
  if (result.kind !== 'plan') throw new Error(JSON.stringify(result));
  return result.plan;
}

export function compare(part: Partial<ProbeBeside>) {
  const made = compareWithPod({
    steps: stepsOf('ok'),
    plan: planOf(),
    detail: stuckAt('create'),
    kubeletPod: wantedPod(),
    container: null,
    ...part,
  });
  expect(probeComparisonSchema.parse(made)).toEqual(made);
  const reading = (stage: Stage) => made.stages.find((item) => item.stage === stage)?.reading;
  const suspects = made.subjects.filter(({ isSuspect }) => isSuspect).map(({ subject }) => subject);
  return { ...made, reading, suspects };
}

/** A probe that stops at this call. */
export function stopsAt(call: ProbeCall, step: Partial<ProbeStep> = {}): ProbeStep[] {
  const at = PROBE_CALLS.indexOf(call);
  const before = Object.fromEntries(
    PROBE_CALLS.slice(0, at).map((name) => [name, { state: 'ok' as const }]),
  );
  return stepsOf('not-reached', { ...before, [call]: { state: 'failed', ...step } });
}

export const failure = (text: string, cause: string | null = null): Partial<ProbeStep> => ({
  cause,
  error: { code: 'UNKNOWN', text: `rpc: ${text}`, innermost: [5, 5 + text.length], frames: [] },
});
