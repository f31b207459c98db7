import { z } from 'zod';
import type { KubeEvent } from '../contract/kube-facts.ts';
import { count, keepSound, optionalText, text, time } from './kube-schema.ts';

const eventSchema = z.object({
  involvedObject: z.object({
    kind: text,
    namespace: text,
    name: text,
    uid: optionalText,
    fieldPath: text,
  }),
  reason: text,
  message: text,
  type: text,
  count,
  firstTimestamp: time,
  lastTimestamp: time,
  eventTime: time,
  series: z.object({ count, lastObservedTime: time }).nullish().catch(null),
  source: z.object({ component: optionalText }).nullish().catch(null),
  reportingComponent: optionalText,
  metadata: z.object({ creationTimestamp: time }).nullish().catch(null),
});
type Given = z.infer<typeof eventSchema>;

/** spec.containers{app}, spec.initContainers{setup}, spec.ephemeralContainers{debug} → the name. */
const CONTAINER_PATH = /^spec\.\w*[cC]ontainers\{([^}]+)\}$/;

/** Reporters of the newer kind leave the old times empty and count in a series. */
function toEvent(event: Given): KubeEvent {
  const { involvedObject: object, series, metadata } = event;
  const firstAtMs = event.firstTimestamp ?? event.eventTime ?? metadata?.creationTimestamp ?? null;
  return {
    kind: object.kind,
    namespace: object.namespace,
    name: object.name,
    uid: object.uid,
    container: CONTAINER_PATH.exec(object.fieldPath)?.[1] ?? null,
    type: event.type === 'Warning' ? 'Warning' : 'Normal',
    reason: event.reason,
    message: event.message,
    count: Math.max(1, series?.count ?? event.count ?? 1),
    firstAtMs,
    lastAtMs: series?.lastObservedTime ?? event.lastTimestamp ?? firstAtMs,
    component: event.reportingComponent ?? event.source?.component ?? null,
  };
}

/** The events of a list, malformed ones left out, oldest first. */
export function toEvents(items: readonly unknown[]): readonly KubeEvent[] {
  const events = keepSound(eventSchema, items).map(toEvent);
  return events.sort((a, b) => (a.lastAtMs ?? 0) - (b.lastAtMs ?? 0));
}
