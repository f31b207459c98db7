import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type Server, status } from '@grpc/grpc-js';
import { Content } from '../../../server/containerd/generated/containerd/content_pb.js';
import { Kind, Snapshots } from '../../../server/containerd/generated/containerd/snapshots_pb.js';
import type { SimNode } from '../model/node.ts';
import { layerOffset, type SimTransfer, unpacking } from '../model/transfer.ts';
import { type CallGate, RpcFailure } from './call-gate.ts';
import { fitsFilters } from './containerd-filter.ts';
import { serve } from './serve.ts';

interface StoredBlob {
  readonly digest: string;
  readonly size: number;
  readonly createdAtMs: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Null for layers, which nobody reads. */
  readonly bytes: Uint8Array | null;
}

/** containerd's content store and snapshotters, as far as pulls in flight show in them. */
export function serveContent(server: Server, node: SimNode, gate: CallGate): void {
  const options = { gate, unimplemented: new Set<string>() };
  serve(
    server,
    Content,
    {
      listStatuses: () => ({ statuses: transfers(node).flatMap((one) => ingests(one, node)) }),
      info: ({ digest }) => ({ info: toInfo(blobOf(node, digest)) }),
      async list({ filters }, stream) {
        const fitting = blobs(node).filter((blob) => fitsFilters(filters, readBlobField(blob)));
        if (fitting.length > 0) stream.write({ info: fitting.map(toInfo) });
      },
      async read({ digest, offset, size }, stream) {
        const { bytes } = blobOf(node, digest);
        const from = Number(offset);
        const data = bytes?.subarray(from, size === 0n ? undefined : from + Number(size));
        stream.write({ offset, data: data ?? new Uint8Array() });
      },
    },
    options,
  );
  serve(
    server,
    Snapshots,
    {
      async list({ snapshotter, filters }, stream) {
        const info = (snapshotter === 'overlayfs' ? extractions(node) : []).filter(({ name }) =>
          fitsFilters(filters, (field) => (field === 'name' ? name : 'active')),
        );
        if (info.length > 0) stream.write({ info: info.map(({ bytes: _, ...rest }) => rest) });
      },
      stat: ({ key }) => notThere(`snapshot ${key}`),
      usage({ key }) {
        const found = extractions(node).find(({ name }) => name === key);
        return found === undefined
          ? notThere(`snapshot ${key}`)
          : { size: BigInt(found.bytes), inodes: 1n };
      },
    },
    options,
  );
}

function notThere(what: string): never {
  throw new RpcFailure(status.NOT_FOUND, `${what} does not exist: not found`);
}

function transfers(node: SimNode): readonly SimTransfer[] {
  return [...node.store.transfers.values()];
}

function ingests({ layers }: SimTransfer, node: SimNode) {
  const nowMs = node.clock.now();
  return layers
    .filter((layer) => layer.fromMs <= nowMs && nowMs < layer.toMs)
    .map((layer) => {
      const isHung = layer.toMs === Number.POSITIVE_INFINITY;
      return {
        ref: `layer-${layer.digest}`,
        startedAt: timestampFromMs(layer.fromMs),
        updatedAt: timestampFromMs(isHung ? layer.fromMs + 2000 : nowMs),
        offset: BigInt(layerOffset(layer, nowMs)),
        total: BigInt(layer.sizeBytes),
      };
    });
}

function blobs(node: SimNode): readonly StoredBlob[] {
  const nowMs = node.clock.now();
  return transfers(node).flatMap((transfer) => {
    const { manifest, config, layers, beganAtMs } = transfer;
    const source = { [`containerd.io/distribution.source.${transfer.host}`]: transfer.repository };
    const refs = Object.fromEntries(
      layers.map((layer, index) => [`containerd.io/gc.ref.content.l.${index}`, layer.digest]),
    );
    const common = { createdAtMs: beganAtMs, labels: source };
    return [
      {
        ...common,
        digest: manifest.digest,
        size: manifest.bytes.length,
        bytes: manifest.bytes,
        labels: { ...source, ...refs, 'containerd.io/gc.ref.content.config': config.digest },
      },
      { ...common, digest: config.digest, size: config.bytes.length, bytes: config.bytes },
      ...layers
        .filter((layer) => layer.toMs <= nowMs)
        .map((layer) => ({ ...common, digest: layer.digest, size: layer.sizeBytes, bytes: null })),
    ];
  });
}

function blobOf(node: SimNode, digest: string): StoredBlob {
  return blobs(node).find((blob) => blob.digest === digest) ?? notThere(`content ${digest}`);
}

function readBlobField(blob: StoredBlob): (field: string) => string | undefined {
  return (field) =>
    field === 'digest' ? blob.digest : blob.labels[/^labels\."(.+)"$/.exec(field)?.[1] ?? ''];
}

function toInfo({ digest, size, createdAtMs, labels }: StoredBlob) {
  const createdAt = timestampFromMs(createdAtMs);
  return { digest, size: BigInt(size), createdAt, updatedAt: createdAt, labels: { ...labels } };
}

function extractions(node: SimNode) {
  const nowMs = node.clock.now();
  return transfers(node).flatMap((transfer) => {
    const now = unpacking(transfer, nowMs);
    if (now === null) return [];
    const createdAt = timestampFromMs(now.sinceMs);
    const mark = now.layer.chainId.slice(7, 11);
    const name = `extract-${Math.floor(now.sinceMs) % 1_000_000_000}-${mark} ${now.layer.chainId}`;
    return [{ name, kind: Kind.ACTIVE, createdAt, updatedAt: createdAt, bytes: now.bytes }];
  });
}
