import { createRegistry } from '@bufbuild/protobuf';
import { type Any, anyUnpack } from '@bufbuild/protobuf/wkt';
import { timestampToMs } from '../cri/map/time.ts';
import type { RuntimeEvent } from '../cri/runtime-connection.ts';
import { stripControl } from '../lib/strip-control.ts';
import { file_containerd_events } from './generated/containerd/events_pb.js';
import type { Envelope } from './generated/containerd/types_pb.js';

const PAYLOADS = createRegistry(file_containerd_events);

/**
 * One event of containerd; null for the end of a process that was exec'd into a container (probes do that all the time
 * and nothing in the lists changes). `nowMs` stands in where the event bears no time.
 */
export function toRuntimeEvent(envelope: Envelope, nowMs: number): RuntimeEvent | null {
  const fields = unpack(envelope.event);
  const id = fields?.['containerId'] ?? fields?.['sandboxId'] ?? fields?.['id'];
  const isExecEnd =
    (envelope.topic === '/tasks/exit' || envelope.topic === '/tasks/delete') &&
    typeof fields?.['id'] === 'string' &&
    fields['id'] !== '' &&
    fields['id'] !== fields['containerId'];
  if (isExecEnd) return null;
  return {
    topic: stripControl(envelope.topic),
    atMs: timestampToMs(envelope.timestamp) ?? nowMs,
    containerId: typeof id === 'string' && id !== '' ? stripControl(id) : null,
  };
}

/** The payload's fields; none where its type is not ours or its bytes are broken: the event itself is news enough. */
function unpack(event: Any | undefined): Readonly<Record<string, unknown>> | undefined {
  if (event === undefined) return undefined;
  try {
    return anyUnpack(event, PAYLOADS) as Readonly<Record<string, unknown>> | undefined;
  } catch {
    return undefined;
  }
}
