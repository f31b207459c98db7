import type { Rpc } from '../cri/rpc.ts';
import type { Containerd } from '../cri/runtime-connection.ts';
import { hasBlob, readBlob } from './blob-read.ts';
import { listManifests } from './content-list.ts';
import { chainIdsOf, parseIndex, parseManifest } from './image-blobs.ts';
import { listIngests } from './ingest-list.ts';
import { listPlugins, toFailedPlugins } from './plugin-list.ts';
import { hasSnapshot, listExtractions, snapshotBytes } from './snapshot-list.ts';

/** The questions of Containerd, asked over one Rpc. */
export function createContainerd(rpc: Rpc): Containerd {
  return {
    listIngests: (options) => listIngests(rpc, options),
    failedPlugins: async (options) => toFailedPlugins(await listPlugins(rpc, options)),
    pulls: {
      manifests: (source, options) => listManifests(rpc, source, options),
      async manifest(digest, options) {
        const blob = await readBlob(rpc, digest, options);
        return blob === null ? null : parseManifest(blob);
      },
      async index(digest, options) {
        const blob = await readBlob(rpc, digest, options);
        return blob === null ? [] : parseIndex(blob);
      },
      async chainIds(configDigest, options) {
        const blob = await readBlob(rpc, configDigest, options);
        return blob === null ? null : chainIdsOf(blob);
      },
      hasBlob: (digest, options) => hasBlob(rpc, digest, options),
      async snapshotters(options) {
        const plugins = await listPlugins(rpc, options);
        return plugins
          .filter(({ type, initError }) => type.includes('snapshotter') && initError === null)
          .map(({ id }) => id);
      },
      extractions: (snapshotter, options) => listExtractions(rpc, snapshotter, options),
      hasSnapshot: (snapshot, options) => hasSnapshot(rpc, snapshot, options),
      snapshotBytes: (snapshot, options) => snapshotBytes(rpc, snapshot, options),
    },
  };
}
