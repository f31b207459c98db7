import { z } from 'zod';
import type {
  KubeletCondition,
  KubeletContainer,
  KubeletContainerState,
  KubeletPod,
  KubeletResources,
} from '../contract/kubelet-pod.ts';
import { stripControl } from '../lib/strip-control.ts';
import {
  conditionSchema,
  podSchema,
  podStatusSchema,
  specContainerSchema,
  specSchema,
  type stateSchema,
  statusSchema,
} from './kubelet-pod-schema.ts';
import { toWants } from './to-wants.ts';

/** Carries a whole copy of the object with whatever secrets its env holds; nothing here needs it. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

type SpecContainer = z.infer<typeof specContainerSchema>;
type Status = z.infer<typeof statusSchema>;
type State = z.infer<typeof stateSchema>;
type Security = z.infer<typeof specSchema>['securityContext'];

function objectOrEmpty(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** Those items that fit; a malformed one does not blind the others. */
function keepSound<S extends z.ZodType>(schema: S, items: readonly unknown[]): z.output<S>[] {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

function toState(state: State | undefined): KubeletContainerState {
  const { waiting, running, terminated } = state ?? {};
  if (waiting) return { kind: 'waiting', reason: waiting.reason, message: waiting.message };
  if (running) return { kind: 'running', startedAtMs: running.startedAt };
  if (!terminated) return { kind: 'none' };
  const { startedAt, finishedAt, ...rest } = terminated;
  return { kind: 'terminated', ...rest, startedAtMs: startedAt, finishedAtMs: finishedAt };
}

/** "containerd://<id>" → "<id>". */
function withoutScheme(containerId: string): string | null {
  const scheme = containerId.indexOf('://');
  const id = scheme === -1 ? containerId : containerId.slice(scheme + 3);
  return id === '' ? null : id;
}

function toContainer(
  spec: SpecContainer,
  type: KubeletContainer['type'],
  { status, security }: { readonly status: Status | undefined; readonly security: Security },
): KubeletContainer {
  return {
    name: spec.name,
    type,
    image: spec.image,
    imagePullPolicy: spec.imagePullPolicy,
    hasReadinessProbe: isSet(spec.readinessProbe),
    hasLivenessProbe: isSet(spec.livenessProbe),
    hasStartupProbe: isSet(spec.startupProbe),
    ready: status?.ready ?? false,
    started: status?.started ?? null,
    restartCount: status?.restartCount ?? 0,
    containerId: withoutScheme(status?.containerID ?? ''),
    state: toState(status?.state),
    lastState: toState(status?.lastState),
    ...toResources(spec),
    ...toWants(spec, security),
  };
}

function toResources({ resources }: SpecContainer): Pick<KubeletContainer, 'resources'> {
  const { requests, limits } = resources ?? {};
  const told: KubeletResources = {
    // Without a request of its own a container requests its limit.
    cpuRequestCores: requests?.cpu ?? limits?.cpu ?? null,
    cpuLimitCores: limits?.cpu ?? null,
    memoryRequestBytes: requests?.memory ?? limits?.memory ?? null,
    memoryLimitBytes: limits?.memory ?? null,
  };
  return Object.values(told).some((amount) => amount !== null) ? { resources: told } : {};
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function toContainers(
  specs: readonly unknown[],
  statuses: readonly unknown[],
  typeOf: (spec: SpecContainer) => KubeletContainer['type'],
  security: Security,
): KubeletContainer[] {
  const byName = new Map(keepSound(statusSchema, statuses).map((status) => [status.name, status]));
  return keepSound(specContainerSchema, specs).map((spec) =>
    toContainer(spec, typeOf(spec), { status: byName.get(spec.name), security }),
  );
}

function toCondition(condition: z.infer<typeof conditionSchema>): KubeletCondition {
  const { lastTransitionTime, ...rest } = condition;
  return { ...rest, changedAtMs: lastTransitionTime };
}

function withoutSecrets(annotations: Readonly<Record<string, string>>): Record<string, string> {
  const { [LAST_APPLIED]: _, ...kept } = annotations;
  return kept;
}

/** One item of kubelet's /pods as the verdict reads it; null when it bears no name. Env and what lies in volumes is never kept. */
export function toKubeletPod(json: unknown): KubeletPod | null {
  const parsed = podSchema.safeParse(json);
  if (!parsed.success) return null;
  const { metadata } = parsed.data;
  const spec = specSchema.parse(objectOrEmpty(parsed.data.spec));
  const status = podStatusSchema.parse(objectOrEmpty(parsed.data.status));
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    uid: metadata.uid,
    labels: metadata.labels,
    annotations: withoutSecrets(metadata.annotations),
    createdAtMs: metadata.creationTimestamp,
    deletionAtMs: metadata.deletionTimestamp,
    deletionGraceSeconds: metadata.deletionGracePeriodSeconds,
    finalizers: keepSound(z.string(), metadata.finalizers).map(stripControl),
    restartPolicy: spec.restartPolicy ?? 'Always',
    hostNetwork: spec.hostNetwork,
    runtimeClassName: spec.runtimeClassName,
    phase: status.phase,
    reason: status.reason,
    message: status.message,
    qosClass: status.qosClass,
    podIp: status.podIP,
    startedAtMs: status.startTime,
    conditions: keepSound(conditionSchema, status.conditions).map(toCondition),
    containers: [
      ...toContainers(
        spec.initContainers,
        status.initContainerStatuses,
        (container) => (container.restartPolicy === 'Always' ? 'sidecar' : 'init'),
        spec.securityContext,
      ),
      ...toContainers(spec.containers, status.containerStatuses, () => 'app', spec.securityContext),
      ...toContainers(
        spec.ephemeralContainers,
        status.ephemeralContainerStatuses,
        () => 'ephemeral',
        spec.securityContext,
      ),
    ],
  };
}

/** All pods of kubelet's /pods answer, and how many items could not be read; null when it is no pod list at all. */
export function toKubeletPods(json: unknown): { pods: KubeletPod[]; malformed: number } | null {
  const listed = z.object({ items: z.array(z.unknown()).nullable() }).safeParse(json);
  if (!listed.success) return null;
  const items = listed.data.items ?? [];
  const pods = items.flatMap((item) => toKubeletPod(item) ?? []);
  return { pods, malformed: items.length - pods.length };
}
