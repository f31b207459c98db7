import type { Ingest } from '../contract/runtime-objects.ts';
import type { CallOptions } from '../cri/cri.ts';
import { timestampToMs } from '../cri/map/time.ts';
import type { Rpc } from '../cri/rpc.ts';
import { stripControl } from '../lib/strip-control.ts';
import { Content, type Status } from './generated/containerd/content_pb.js';
import { NAMESPACE_METADATA } from './namespace.ts';

/** The blobs being written now in the CRI namespace: pulls in flight, with their bytes so far. */
export async function listIngests(rpc: Rpc, options: CallOptions): Promise<readonly Ingest[]> {
  const { statuses } = await rpc.call(
    Content.method.listStatuses,
    {},
    { ...options, metadata: NAMESPACE_METADATA },
  );
  return statuses.map(toIngest);
}

function toIngest(status: Status): Ingest {
  return {
    ref: stripControl(status.ref),
    startedAtMs: timestampToMs(status.startedAt),
    updatedAtMs: timestampToMs(status.updatedAt),
    offsetBytes: Number(status.offset),
    totalBytes: Number(status.total),
  };
}
