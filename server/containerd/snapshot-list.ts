import type { CallOptions } from '../cri/cri.ts';
import { CriError } from '../cri/cri-error.ts';
import { timestampToMs } from '../cri/map/time.ts';
import type { Rpc } from '../cri/rpc.ts';
import type { Extraction, SnapshotKey } from '../cri/runtime-connection.ts';
import { Snapshots } from './generated/containerd/snapshots_pb.js';
import { NAMESPACE_METADATA } from './namespace.ts';

/** "extract-<number>-<random> <chain id>". */
const EXTRACTION_KEY = /^extract-\S+ (\S+)$/u;
const FILTER = 'kind==active,name~="^extract-"';

/** Layers that this snapshotter is being written now. containerd walks all its snapshots for that: not to be asked often. */
export async function listExtractions(
  rpc: Rpc,
  snapshotter: string,
  options: CallOptions,
): Promise<readonly Extraction[]> {
  const found: Extraction[] = [];
  const answers = rpc.stream(
    Snapshots.method.list,
    { snapshotter, filters: [FILTER] },
    { ...options, metadata: NAMESPACE_METADATA },
  );
  for await (const { info } of answers) {
    for (const { name, createdAt } of info) {
      const chainId = EXTRACTION_KEY.exec(name)?.[1];
      if (chainId !== undefined)
        found.push({ key: name, chainId, createdAtMs: timestampToMs(createdAt) });
    }
  }
  return found;
}

/** Whether the snapshotter has this key. */
export async function hasSnapshot(
  rpc: Rpc,
  { snapshotter, key }: SnapshotKey,
  options: CallOptions,
): Promise<boolean> {
  try {
    await rpc.call(
      Snapshots.method.stat,
      { snapshotter, key },
      { ...options, metadata: NAMESPACE_METADATA },
    );
    return true;
  } catch (error) {
    if (error instanceof CriError && error.isNotFound) return false;
    throw error;
  }
}

/** Bytes that the snapshot holds; containerd walks the tree of one that is being written. Null when it is gone. */
export async function snapshotBytes(
  rpc: Rpc,
  { snapshotter, key }: SnapshotKey,
  options: CallOptions,
): Promise<number | null> {
  try {
    const { size } = await rpc.call(
      Snapshots.method.usage,
      { snapshotter, key },
      { ...options, metadata: NAMESPACE_METADATA },
    );
    return Number(size);
  } catch (error) {
    if (error instanceof CriError && error.isNotFound) return null;
    throw error;
  }
}
