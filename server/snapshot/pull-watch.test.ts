import { beforeEach, describe, expect, it } from 'vitest';
import type { Ingest } from '../contract/runtime-objects.ts';
import type { WantedPull } from './pull-reading.ts';
import { PullWatch } from './pull-watch.ts';
import { ScriptedConnection, ScriptedError } from './testing/scripted-connection.ts';

const { signal } = new AbortController();
const START_MS = 1_800_000_000_000;
const hex = (letter: string): string => `sha256:${letter.repeat(64)}`;
const [MANIFEST, CONFIG, L1, L2, L3] = ['a', 'c', '1', '2', '3'].map(hex) as [
  string,
  string,
  string,
  string,
  string,
];
const IMAGE = 'registry.example:5000/shop/web:1';
const WANTED: WantedPull = { imageRef: IMAGE, beganAtMs: START_MS };

let connection: ScriptedConnection;
let watch: PullWatch;
let nowMs: number;
let present: ReadonlySet<string>;

const ingest = (digest: string, offsetBytes: number, more: Partial<Ingest> = {}): Ingest => ({
  ref: `layer-${digest}`,
  startedAtMs: START_MS + 500,
  updatedAtMs: nowMs,
  offsetBytes,
  totalBytes: 100,
  ...more,
});

/** A manifest in the store, with its layers of 100 bytes each. */
function store(digest = MANIFEST, layers = [L1, L2, L3], createdAtMs = START_MS + 400): void {
  const { script } = connection;
  script.manifests.push({
    digest,
    createdAtMs,
    updatedAtMs: null,
    configDigest: CONFIG,
    layerDigests: layers,
  });
  script.imageManifests[digest] = {
    configDigest: CONFIG,
    layers: layers.map((layer) => ({ digest: layer, sizeBytes: 100 })),
  };
  script.chainIds[CONFIG] = ['chain1', 'chain2', 'chain3'];
}

async function look(wanted: readonly WantedPull[] = [WANTED], afterMs = 1_000) {
  nowMs += afterMs;
  return watch.look(wanted, present, signal);
}

const states = (pull: { layers: readonly { state: string }[] } | undefined) =>
  pull?.layers.map((layer) => layer.state);

beforeEach(() => {
  connection = new ScriptedConnection();
  nowMs = START_MS;
  present = new Set();
  watch = new PullWatch({ containerd: connection.containerd, nowMs: () => nowMs });
});

describe('layers of a pull', () => {
  it('are done, downloading and waiting, with the sizes of the manifest', async () => {
    store();
    connection.script.blobs.add(L1);
    connection.script.ingests = [ingest(L2, 40)];
    const [pull] = (await look()).pulls;
    expect(pull?.manifestDigest).toBe(MANIFEST);
    expect(states(pull)).toEqual(['done', 'downloading', 'waiting']);
    expect(pull?.layers.map((layer) => layer.doneBytes)).toEqual([100, 40, 0]);
    expect(pull?.layers.every((layer) => layer.totalBytes === 100)).toBe(true);
  });

  it('tells when bytes moved, and what was here before is no movement', async () => {
    store();
    connection.script.blobs.add(L1);
    connection.script.ingests = [ingest(L2, 40, { updatedAtMs: START_MS + 700 })];
    expect((await look()).pulls[0]).toMatchObject({
      movedAtMs: START_MS + 700,
      samples: [{ doneBytes: 140 }],
    });
    await look([WANTED], 20_000);
    connection.script.ingests = [ingest(L2, 60)];
    const [pull] = (await look()).pulls;
    expect(pull?.movedAtMs).toBe(nowMs);
    expect(pull?.longestPauseMs).toBe(nowMs - START_MS - 700);
    expect(pull?.samples.map((sample) => sample.doneBytes)).toEqual([140, 160]);
  });

  it('a layer that came while nobody looked is no standstill', async () => {
    store();
    connection.script.ingests = [ingest(L1, 40, { updatedAtMs: START_MS + 700 })];
    await look();
    connection.script.ingests = [];
    connection.script.blobs = new Set([L1, L2]);
    const [pull] = (await look([WANTED], 600_000)).pulls;
    expect(pull).toMatchObject({ movedAtMs: nowMs, longestPauseMs: 0 });
  });

  it('layers are asked for only when some blob began or ended to come in', async () => {
    store();
    connection.script.ingests = [ingest(L1, 40)];
    await look();
    const asked = () => connection.calls.filter((name) => name === 'Info').length;
    const before = asked();
    for (let index = 0; index < 10; index++) await look();
    expect(asked()).toBe(before);
    connection.script.ingests = [ingest(L2, 1)];
    connection.script.blobs.add(L1);
    expect(states((await look()).pulls[0])).toEqual(['done', 'downloading', 'waiting']);
  });

  it('a hung pull beside a moving one is told apart', async () => {
    const other = { imageRef: 'registry.example:5000/ml/train:1', beganAtMs: START_MS };
    const theirs = hex('b');
    store();
    connection.containerd.pulls.manifests = async ({ repository }) =>
      connection.script.manifests.filter(
        ({ digest }) => (digest === theirs) === (repository === 'ml/train'),
      );
    store(theirs, [hex('8')]);
    connection.script.ingests = [ingest(L1, 10), ingest(hex('8'), 10)];
    await look([WANTED, other]);
    connection.script.ingests = [ingest(L1, 10), ingest(hex('8'), 30)];
    const { pulls } = await look([WANTED, other]);
    const [hung, moving] = pulls;
    expect(hung?.movedAtMs).toBeLessThan(nowMs);
    expect(moving?.movedAtMs).toBe(nowMs);
  });

  it('two pulls that share a layer both show it', async () => {
    const other = { imageRef: 'registry.example:5000/shop/api:1', beganAtMs: START_MS };
    const theirs = hex('b');
    connection.containerd.pulls.manifests = async ({ repository }) =>
      connection.script.manifests.filter(
        ({ digest }) => (digest === theirs) === (repository === 'shop/api'),
      );
    store();
    store(theirs, [L2, hex('9')]);
    connection.script.ingests = [ingest(L2, 50)];
    const { pulls } = await look([WANTED, other]);
    expect(pulls.map(states)).toEqual([
      ['waiting', 'downloading', 'waiting'],
      ['downloading', 'waiting'],
    ]);
    expect(pulls.every((pull) => !pull.isShared)).toBe(true);
  });

  it('of an image whose first layers are unpacked already counts those as here', async () => {
    store();
    connection.script.snapshots = new Set(['chain1', 'chain2']);
    connection.script.ingests = [ingest(L3, 10)];
    const [pull] = (await look()).pulls;
    expect(states(pull)).toEqual(['done', 'done', 'downloading']);
  });
});

describe('which manifest a pull is about', () => {
  it('is not one of an image that the node has', async () => {
    store(hex('0'), [L1], START_MS - 60_000);
    present = new Set([CONFIG]);
    connection.script.blobs.add(L1);
    const [pull] = (await look()).pulls;
    expect(pull).toMatchObject({ manifestDigest: null, layers: [], unpack: null });
  });

  it('is one left by an earlier try whose image never came to be', async () => {
    store(MANIFEST, [L1], START_MS - 60_000);
    expect((await look()).pulls[0]?.manifestDigest).toBe(MANIFEST);
  });

  it('is the one the name’s digest means, through an index too', async () => {
    const index = hex('f');
    store(hex('0'), [L1], START_MS + 400);
    store(MANIFEST, [L2], START_MS - 60_000);
    connection.script.imageIndexes[index] = [MANIFEST];
    const named = { imageRef: `registry.example/shop/web@${index}`, beganAtMs: START_MS };
    expect((await look([named])).pulls[0]?.manifestDigest).toBe(MANIFEST);
  });

  it('two tags of one repository: both share what only one of them can own, until each has its own', async () => {
    const second = { imageRef: 'registry.example:5000/shop/web:2', beganAtMs: START_MS + 100 };
    store();
    const first = await look([WANTED, second]);
    expect(first.pulls.map((pull) => pull.isShared)).toEqual([true, true]);
    store(hex('b'), [hex('9')], START_MS + 3_000);
    const later = await look([WANTED, second], 6_000);
    expect(later.pulls.map((pull) => [pull.manifestDigest, pull.isShared])).toEqual([
      [MANIFEST, false],
      [hex('b'), false],
    ]);
  });

  it('without any, the blobs written since its begin stand for it, and are shared by several', async () => {
    connection.script.ingests = [
      ingest(L1, 10),
      ingest(L2, 90, { startedAtMs: START_MS - 60_000 }),
    ];
    const other = { imageRef: 'registry.example/ml/train:1', beganAtMs: START_MS };
    expect((await look([WANTED])).pulls[0]).toMatchObject({
      isShared: false,
      layers: [{ digest: L1 }],
    });
    expect((await look([WANTED, other])).pulls.map((pull) => pull.isShared)).toEqual([true, true]);
  });
});

describe('unpacking', () => {
  const extraction = (chainId: string) => ({
    key: `extract-1-x ${chainId}`,
    chainId,
    createdAtMs: nowMs,
  });

  beforeEach(() => {
    store();
    connection.script.blobs = new Set([L1, L2, L3]);
  });

  it('names the layer, and a growing snapshot moves', async () => {
    connection.script.extractions = [extraction('chain2')];
    const { key } = extraction('chain2');
    connection.script.snapshotBytes = { [key]: 10 };
    await look();
    const [first] = (await look([WANTED], 20_000)).pulls;
    expect(first?.unpack).toMatchObject({ layer: 2, layerCount: 3, writtenBytes: 10 });
    connection.script.snapshotBytes = { [key]: 30 };
    const [second] = (await look([WANTED], 20_000)).pulls;
    expect(second?.unpack).toMatchObject({ writtenBytes: 30, movedAtMs: nowMs });
    const [third] = (await look([WANTED], 20_000)).pulls;
    expect(third?.unpack?.movedAtMs).toBe(nowMs - 20_000);
  });

  it('says nothing of a layer where no snapshotter shows one', async () => {
    expect((await look()).pulls[0]?.unpack).toMatchObject({ layer: null, snapshotKey: null });
  });

  it('is not asked for more often than every 5 s, nor while layers are missing', async () => {
    connection.script.blobs.delete(L3);
    for (let index = 0; index < 5; index++) await look();
    expect(connection.calls.filter((call) => call === 'ListSnapshots')).toHaveLength(0);
    connection.script.blobs.add(L3);
    for (let index = 0; index < 10; index++) await look();
    // Two snapshotters, asked twice.
    expect(connection.calls.filter((call) => call === 'ListSnapshots')).toHaveLength(4);
  });
});

describe('what cannot be asked', () => {
  it('leaves the bytes in flight', async () => {
    connection.script.ingests = [ingest(L1, 10)];
    connection.script.failures.set('ListManifests', new ScriptedError('no', 'unimplemented'));
    const { ingests, pulls } = await look();
    expect(ingests).toHaveLength(1);
    expect(states(pulls[0])).toEqual(['downloading']);
  });

  it('a manifest that does not come is asked for every second at first, later seldom', async () => {
    for (let index = 0; index < 40; index++) await look();
    expect(connection.calls.filter((call) => call === 'ListManifests').length).toBeLessThan(18);
  });

  it('forgets a pull that is over', async () => {
    store();
    connection.script.ingests = [ingest(L1, 10)];
    await look();
    expect((await look([])).pulls).toEqual([]);
    expect((await look()).pulls[0]?.samples).toHaveLength(1);
  });
});
