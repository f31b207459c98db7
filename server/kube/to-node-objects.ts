import { z } from 'zod';
import type { KubeFacts, VolumeAttachment } from '../contract/kube-facts.ts';
import { count, keepSound, optionalText, text, time } from './kube-schema.ts';

/** What an available section holds. */
type ValueOf<S extends { available: boolean }> =
  Extract<S, { available: true }> extends {
    value: infer T;
  }
    ? T
    : never;

const leaseSchema = z.object({
  spec: z.object({ renewTime: time, leaseDurationSeconds: count }),
});

/** A node's lease; null when it is none. kubelet renews it every quarter of its duration. */
export function toLease(json: unknown): ValueOf<KubeFacts['lease']> | null {
  const parsed = leaseSchema.safeParse(json);
  if (!parsed.success) return null;
  const { renewTime, leaseDurationSeconds } = parsed.data.spec;
  return { renewedAtMs: renewTime, durationSeconds: leaseDurationSeconds ?? 40 };
}

const nodeSchema = z.object({
  status: z.object({
    conditions: z.array(z.unknown()).nullish().catch(null),
  }),
});
const conditionSchema = z.object({
  type: text,
  status: text,
  reason: optionalText,
  message: optionalText,
  lastTransitionTime: time,
});

/** The conditions of a Node; null when it is none. */
export function toNodeConditions(json: unknown): ValueOf<KubeFacts['nodeConditions']> | null {
  const parsed = nodeSchema.safeParse(json);
  if (!parsed.success) return null;
  return keepSound(conditionSchema, parsed.data.status.conditions ?? []).map(
    ({ lastTransitionTime, ...rest }) => ({ ...rest, changedAtMs: lastTransitionTime }),
  );
}

const runtimeClassSchema = z.object({ metadata: z.object({ name: text }), handler: text });

/** Runtime classes with their handlers. */
export function toRuntimeClasses(items: readonly unknown[]): ValueOf<KubeFacts['runtimeClasses']> {
  return keepSound(runtimeClassSchema, items).map(({ metadata, handler }) => ({
    name: metadata.name,
    handler,
  }));
}

const failure = z.object({ message: text, time }).nullish().catch(null);
const attachmentSchema = z.object({
  metadata: z.object({ name: text, creationTimestamp: time }),
  spec: z.object({
    attacher: text,
    nodeName: text,
    source: z.object({ persistentVolumeName: optionalText }).nullish().catch(null),
  }),
  status: z
    .object({
      attached: z.boolean().optional().catch(undefined),
      attachError: failure,
      detachError: failure,
    })
    .nullish()
    .catch(null),
});

/** Volume attachments, with the attacher's own error where there is one. */
export function toVolumeAttachments(items: readonly unknown[]): readonly VolumeAttachment[] {
  return keepSound(attachmentSchema, items).map(({ metadata, spec, status }) => ({
    name: metadata.name,
    attacher: spec.attacher,
    persistentVolume: spec.source?.persistentVolumeName ?? null,
    nodeName: spec.nodeName,
    isAttached: status?.attached ?? false,
    createdAtMs: metadata.creationTimestamp,
    error: status?.attachError?.message || status?.detachError?.message || null,
  }));
}
