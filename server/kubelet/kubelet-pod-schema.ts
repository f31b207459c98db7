import { z } from 'zod';
import { stripControl } from '../lib/strip-control.ts';
import { parseQuantity } from './quantity.ts';

/*
 * Anything of another type than expected counts as absent, so that one odd field does not cost the pod. Absent is the
 * common case and stays on zod's fast way: `catch` builds an error first.
 */
const text = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => (value === undefined ? '' : stripControl(value)));
const optionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value === undefined || value === null ? null : stripControl(value)));
const whole = z
  .number()
  .int()
  .optional()
  .catch(undefined)
  .transform((value) => value ?? 0);
const flag = z
  .boolean()
  .optional()
  .catch(undefined)
  .transform((value) => value ?? false);
const time = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value === undefined || value === null ? null : toMs(value)));
const optionalNumber = z
  .number()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const stringMap = z
  .record(z.string(), text)
  .nullish()
  .catch(null)
  .transform((value) => value ?? {});
const anyList = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((value) => value ?? []);

const quantity = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) => (value === undefined || value === null ? null : parseQuantity(value)));
const amounts = z.object({ cpu: quantity, memory: quantity }).nullish().catch(null);

/** Unix ms; null for what is no time and for the zero times that mean "never". */
function toMs(value: string): number | null {
  const ms = Date.parse(value);
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}

export const stateSchema = z
  .object({
    waiting: z.object({ reason: text, message: text }).nullish().catch(null),
    running: z.object({ startedAt: time }).nullish().catch(null),
    terminated: z
      .object({
        exitCode: whole,
        signal: whole,
        reason: text,
        message: text,
        startedAt: time,
        finishedAt: time,
      })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);

/** A word that is no text makes the whole list worthless: null. */
const words = z.array(z.string()).nullish().catch(null);

export const securitySchema = z
  .object({
    privileged: flag,
    runAsUser: optionalNumber,
    runAsGroup: optionalNumber,
    runAsNonRoot: flag,
    readOnlyRootFilesystem: flag,
    capabilities: z.object({ add: words, drop: words }).nullish().catch(null),
    seccompProfile: z.object({ type: text, localhostProfile: text }).nullish().catch(null),
    appArmorProfile: z.object({ type: text, localhostProfile: text }).nullish().catch(null),
    seLinuxOptions: z.unknown().optional(),
  })
  .nullish()
  .catch(null);

export const specContainerSchema = z.object({
  name: z.string().transform(stripControl),
  image: text,
  imagePullPolicy: text,
  restartPolicy: text,
  readinessProbe: z.unknown().optional(),
  livenessProbe: z.unknown().optional(),
  startupProbe: z.unknown().optional(),
  resources: z.object({ requests: amounts, limits: amounts }).nullish().catch(null),
  command: words,
  args: words,
  volumeMounts: z
    .array(z.object({ mountPath: text }))
    .nullish()
    .catch(null),
  securityContext: securitySchema,
});

export const statusSchema = z.object({
  name: z.string().transform(stripControl),
  ready: flag,
  started: z.boolean().nullish().catch(null),
  restartCount: whole,
  containerID: text,
  state: stateSchema,
  lastState: stateSchema,
});

export const conditionSchema = z.object({
  type: text,
  status: text,
  reason: optionalText,
  message: optionalText,
  lastTransitionTime: time,
});

export const podSchema = z.object({
  metadata: z.object({
    name: z.string().min(1).transform(stripControl),
    namespace: z.string().min(1).transform(stripControl),
    uid: text,
    labels: stringMap,
    annotations: stringMap,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: optionalNumber,
    finalizers: anyList,
  }),
  spec: z.unknown().optional(),
  status: z.unknown().optional(),
});

export const specSchema = z.object({
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional().catch(undefined),
  hostNetwork: flag,
  runtimeClassName: optionalText,
  securityContext: securitySchema,
  initContainers: anyList,
  containers: anyList,
  ephemeralContainers: anyList,
});

export const podStatusSchema = z.object({
  phase: text,
  reason: optionalText,
  message: optionalText,
  qosClass: optionalText,
  podIP: optionalText,
  startTime: time,
  conditions: anyList,
  initContainerStatuses: anyList,
  containerStatuses: anyList,
  ephemeralContainerStatuses: anyList,
});
