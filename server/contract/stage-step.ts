import { z } from 'zod';
import { evidenceSchema, timeSchema } from './evidence.ts';
import { STAGE_STATES } from './stage.ts';

/**
 * One part of a stage, in the order it is gone through: admission → volumes → pod cgroup within Kubelet; pause image,
 * network namespace, CNI, task within RunPodSandbox; TERM, StopContainer, StopPodSandbox, unmount, removal, finalizers
 * within Teardown.
 */
export const stageStepSchema = z.object({
  /** A slug, unique within its cell: "volumes", "stop-pod-sandbox". */
  id: z.string(),
  /** What people see: the call's own name where it has one. */
  label: z.string(),
  state: z.enum(STAGE_STATES),
  startedAt: timeSchema.nullable(),
  durationMs: z.number().nullable(),
  /** A few words: "secret web-tls", "eth0 10.1.2.3". */
  detail: z.string().nullable(),
  /** The process, shim, mount, node, call or finalizer it waits for; null where it waits for nothing known. */
  waitsFor: z.string().nullable(),
  evidence: z.array(evidenceSchema),
});
export type StageStep = z.infer<typeof stageStepSchema>;
