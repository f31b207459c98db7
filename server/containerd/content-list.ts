import type { CallOptions } from '../cri/cri.ts';
import { timestampToMs } from '../cri/map/time.ts';
import type { Rpc } from '../cri/rpc.ts';
import type { ImageSource, StoredManifest } from '../cri/runtime-connection.ts';
import { Content, type Info } from './generated/containerd/content_pb.js';
import { NAMESPACE_METADATA } from './namespace.ts';

const SOURCE = 'containerd.io/distribution.source.';
const CONFIG = 'containerd.io/gc.ref.content.config';
const LAYER = /^containerd\.io\/gc\.ref\.content\.l\.(\d+)$/u;
/** 200: tags of one repository on one node; more would be a store that nobody cleans. */
const MAX_MANIFESTS = 200;
/** What a repository's name may hold; anything else has no business in a filter. */
const REPOSITORY = /^[a-z0-9._/-]{1,255}$/u;
const HOST = /^[A-Za-z0-9.-]{1,253}$/u;

/**
 * Manifests that came from this repository, by the label that containerd gives each blob as it arrives. The label names
 * the host without its port and holds several repositories, parted by commas.
 */
export async function listManifests(
  rpc: Rpc,
  source: ImageSource,
  options: CallOptions,
): Promise<readonly StoredManifest[]> {
  const host = source.registry.replace(/:\d+$/u, '');
  if (!HOST.test(host) || !REPOSITORY.test(source.repository)) return [];
  const pattern = source.repository.replaceAll('.', '[.]');
  const filter = `labels."${SOURCE}${host}"~="(^|,)${pattern}(,|$)",labels."${CONFIG}"~="sha"`;
  const found: StoredManifest[] = [];
  const answers = rpc.stream(
    Content.method.list,
    { filters: [filter] },
    { ...options, metadata: NAMESPACE_METADATA },
  );
  for await (const { info } of answers) {
    for (const each of info) if (found.length < MAX_MANIFESTS) found.push(toManifest(each));
  }
  return found;
}

function toManifest(info: Info): StoredManifest {
  const layers: [number, string][] = [];
  for (const [key, digest] of Object.entries(info.labels)) {
    const index = LAYER.exec(key)?.[1];
    if (index !== undefined) layers.push([Number(index), digest]);
  }
  layers.sort(([a], [b]) => a - b);
  return {
    digest: info.digest,
    createdAtMs: timestampToMs(info.createdAt),
    updatedAtMs: timestampToMs(info.updatedAt),
    configDigest: info.labels[CONFIG] ?? '',
    layerDigests: layers.map(([, digest]) => digest),
  };
}
