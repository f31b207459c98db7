import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from '../cri/connect.ts';
import { RuntimeService } from '../cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from '../cri/testing/fixtures.ts';
import { Refusal, ScriptedRuntime } from '../cri/testing/scripted-runtime.ts';
import { Content } from './generated/containerd/content_pb.js';
import { Kind, Snapshots } from './generated/containerd/snapshots_pb.js';
import { chainIdsOf, parseIndex, parseManifest } from './image-blobs.ts';

const { signal } = new AbortController();
const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
let runtime: ScriptedRuntime;
let connection: RpcConnection;

beforeEach(() => {
  runtime = new ScriptedRuntime();
  runtime.serve(RuntimeService, { version: () => CONTAINERD_VERSION });
});

afterEach(async () => {
  await connection.close();
  await runtime.close();
});

async function pulls() {
  await runtime.start();
  connection = connectRuntime({ endpoint: runtime.path });
  return connection.containerd.pulls;
}

describe('manifests', () => {
  it('of one repository: by the label that names the host without its port', async () => {
    let filters: readonly string[] = [];
    runtime.serve(Content, {
      async *list(request) {
        filters = request.filters;
        yield {
          info: [
            {
              digest: digest('a'),
              size: 400n,
              createdAt: { seconds: 1_795_985_498n, nanos: 0 },
              updatedAt: { seconds: -62_135_596_800n, nanos: 0 },
              labels: {
                'containerd.io/gc.ref.content.l.10': digest('3'),
                'containerd.io/gc.ref.content.l.2': digest('2'),
                'containerd.io/gc.ref.content.config': digest('c'),
              },
            },
          ],
        };
      },
    });
    const source = { registry: 'registry.example:5000', repository: 'shop/web.api' };
    expect(await (await pulls()).manifests(source, { signal })).toEqual([
      {
        digest: digest('a'),
        createdAtMs: 1_795_985_498_000,
        updatedAtMs: null,
        configDigest: digest('c'),
        layerDigests: [digest('2'), digest('3')],
      },
    ]);
    expect(filters).toEqual([
      'labels."containerd.io/distribution.source.registry.example"~="(^|,)shop/web[.]api(,|$)",labels."containerd.io/gc.ref.content.config"~="sha"',
    ]);
  });

  it('a name that could break out of the filter is not asked for', async () => {
    const source = { registry: 'registry.example', repository: 'a",labels."x' };
    expect(await (await pulls()).manifests(source, { signal })).toEqual([]);
  });
});

describe('blobs', () => {
  it('come in pieces; what is not there is null', async () => {
    const manifest = bytes({
      config: { digest: digest('c') },
      layers: [{ digest: digest('1'), size: 7 }],
    });
    runtime.serve(Content, {
      async *read(request) {
        if (request.digest !== digest('a')) throw new Refusal('NOT_FOUND', 'not found');
        yield { offset: 0n, data: manifest.subarray(0, 10) };
        yield { offset: 10n, data: manifest.subarray(10) };
      },
    });
    const questions = await pulls();
    expect(await questions.manifest(digest('a'), { signal })).toEqual({
      configDigest: digest('c'),
      layers: [{ digest: digest('1'), sizeBytes: 7 }],
    });
    expect(await questions.manifest(digest('b'), { signal })).toBeNull();
    expect(await questions.chainIds(digest('b'), { signal })).toBeNull();
  });

  it('of more than 4 MiB are refused', async () => {
    runtime.serve(Content, {
      async *read() {
        for (let index = 0; index < 6; index++)
          yield { offset: 0n, data: new Uint8Array(1024 * 1024) };
      },
    });
    await expect((await pulls()).manifest(digest('a'), { signal })).rejects.toThrow('4 MiB');
  });

  it('are here or not', async () => {
    runtime.serve(Content, {
      info(request) {
        if (request.digest !== digest('a')) throw new Refusal('NOT_FOUND', 'not found');
        return { info: { digest: request.digest, size: 1n } };
      },
    });
    const questions = await pulls();
    expect(await questions.hasBlob(digest('a'), { signal })).toBe(true);
    expect(await questions.hasBlob(digest('b'), { signal })).toBe(false);
  });
});

it('extractions: the chain id ends the key; others are left out', async () => {
  runtime.serve(Snapshots, {
    async *list() {
      yield {
        info: [
          { name: `extract-423210750-ALOt ${digest('e')}`, kind: Kind.ACTIVE },
          { name: 'extract-odd', kind: Kind.ACTIVE },
        ],
      };
    },
    usage: () => ({ size: 4096n, inodes: 1n }),
  });
  const questions = await pulls();
  expect(await questions.extractions('overlayfs', { signal })).toEqual([
    { key: `extract-423210750-ALOt ${digest('e')}`, chainId: digest('e'), createdAtMs: null },
  ]);
  const snapshot = { snapshotter: 'overlayfs', key: 'x' };
  expect(await questions.snapshotBytes(snapshot, { signal })).toBe(4096);
});

describe('what blobs say', () => {
  it('chain ids are hashes of the one before and the plain layer', () => {
    const diffIds = [digest('1'), digest('2')];
    const second = createHash('sha256').update(diffIds.join(' ')).digest('hex');
    expect(chainIdsOf(bytes({ rootfs: { diff_ids: diffIds } }))).toEqual([
      digest('1'),
      `sha256:${second}`,
    ]);
  });

  it('garbage says nothing', () => {
    for (const blob of [bytes(null), bytes([]), bytes({ layers: 3 }), Buffer.from('{')]) {
      expect(parseManifest(blob)).toBeNull();
      expect(parseIndex(blob)).toEqual([]);
      expect(chainIdsOf(blob)).toBeNull();
    }
    expect(chainIdsOf(bytes({ rootfs: { diff_ids: [1] } }))).toBeNull();
  });

  it('an index names its manifests', () => {
    expect(parseIndex(bytes({ manifests: [{ digest: digest('a') }, { digest: 'x' }] }))).toEqual([
      digest('a'),
    ]);
  });
});
