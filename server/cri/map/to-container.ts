import type { Container } from '../../contract/runtime-objects.ts';
import { stripControl, stripControlInRecord } from '../../lib/strip-control.ts';
import type { Container as ContainerRow } from '../generated/runtime/v1/api_pb.js';
import { readableImage } from './readable-image.ts';
import { nanosecondsToMs } from './time.ts';
import { toContainerState } from './to-container-state.ts';

/** A row of the container list. */
export function toContainer(row: ContainerRow): Container {
  return {
    id: stripControl(row.id),
    sandboxId: stripControl(row.podSandboxId),
    name: stripControl(row.metadata?.name ?? ''),
    attempt: row.metadata?.attempt ?? 0,
    state: toContainerState(row.state),
    createdAtMs: nanosecondsToMs(row.createdAt),
    image: readableImage(row.image, row.imageRef),
    imageRef: stripControl(row.imageRef),
    labels: stripControlInRecord(row.labels),
    annotations: stripControlInRecord(row.annotations),
  };
}
