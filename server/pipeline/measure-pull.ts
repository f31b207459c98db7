import { byteWords } from '../contract/byte-words.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { PullActivity, PullLayer } from '../contract/pull-activity.ts';
import type { LayerProgress, PullProgress } from '../contract/pull-progress.ts';
import type { Ingest } from '../contract/runtime-objects.ts';
import { quote } from './evidence.ts';
import { FLOOR_MS } from './stage-result.ts';
import { clockWords, iso, spanWords } from './time.ts';

/** 45 s: containerd writes lumps of half a MiB, from 2.x on of one; at 25 kB/s one takes that long. */
const QUIET_MS = 45_000;
/** A line that was quiet for so long before may be so again, up to 5 min. */
const PAUSES = 3;
const LONGEST_PAUSE_MS = 300_000;
/** 60 s: four looks at the size of what is unpacked. */
const UNPACK_QUIET_MS = 60_000;
/** 5 min without a byte more in the snapshot: a layer of many small files on a slow disk keeps writing. */
const UNPACK_MS = 300_000;
/** 15 min where unpacking cannot be seen: a large image on a slow disk takes that long. */
const UNPACK_UNSEEN_MS = 900_000;
/** 10 s: changes over less tell of lumps, not of the line; then the life of the blobs is the better measure. */
const MIN_SAMPLES_MS = 10_000;
/** 2 s: a rate over less is noise. */
const MIN_RATE_MS = 2_000;

/** How far a pull is, and whether it stands still for longer than it may. */
export interface MeasuredPull {
  readonly progress: PullProgress;
  readonly isOverdue: boolean;
  readonly detail: string | null;
  readonly evidence: Evidence;
}

/**
 * Blobs written since the pull began, for snapshots that do not tell whose they are: with several pulls at once their
 * sum stands for each, so a hung pull beside a moving one is called hung later than it is.
 */
export function looseActivity(
  imageRef: string,
  ingests: readonly Ingest[],
  fromMs: number,
  nowMs: number,
): PullActivity {
  const own = ingests.filter((item) => (item.startedAtMs ?? nowMs) >= fromMs - 1_000);
  const moved = own.filter((item) => item.offsetBytes > 0).map((item) => item.updatedAtMs ?? 0);
  return {
    imageRef,
    manifestDigest: null,
    layers: own.map((item) => ({
      digest: item.ref,
      state: 'downloading',
      doneBytes: item.offsetBytes,
      totalBytes: item.totalBytes || null,
      startedAtMs: item.startedAtMs,
      updatedAtMs: item.updatedAtMs,
    })),
    layersDropped: 0,
    isShared: false,
    samples: [],
    movedAtMs: moved.length === 0 ? null : Math.max(...moved),
    longestPauseMs: 0,
    unpack: null,
  };
}

function toLayer(layer: PullLayer): LayerProgress {
  const { digest, state, doneBytes, totalBytes } = layer;
  return { digest, state, doneBytes, totalBytes, updatedAt: iso(layer.updatedAtMs) };
}

function sum(layers: readonly PullLayer[], of: (layer: PullLayer) => number): number {
  return layers.reduce((total, layer) => total + of(layer), 0);
}

/** Over the latest changes; before there are two, over the life of the blobs that are coming in. */
function rateOf({ samples, layers }: PullActivity, nowMs: number): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  const sampledMs = first === undefined || samples.length < 2 ? 0 : nowMs - first.atMs;
  if (first !== undefined && last !== undefined && sampledMs >= MIN_SAMPLES_MS) {
    return Math.round(((last.doneBytes - first.doneBytes) * 1000) / sampledMs);
  }
  const coming = layers.filter((layer) => layer.state === 'downloading' && layer.doneBytes > 0);
  const starts = coming.map((layer) => layer.startedAtMs).filter((atMs) => atMs !== null);
  const spanMs = starts.length === 0 ? 0 : nowMs - Math.min(...starts);
  if (spanMs < MIN_RATE_MS) return null;
  return Math.round((sum(coming, (layer) => layer.doneBytes) * 1000) / spanMs);
}

interface Quiet {
  readonly sinceMs: number | null;
  /** How long it may be quiet before it is told, and before it counts as standing still. */
  readonly shownMs: number;
  readonly floorMs: number;
}

function quietOf(activity: PullActivity, beganAtMs: number | null): Quiet {
  const { unpack, movedAtMs, longestPauseMs } = activity;
  if (unpack !== null) {
    const isSeen = unpack.writtenBytes !== null;
    const floorMs = isSeen ? UNPACK_MS : UNPACK_UNSEEN_MS;
    const sinceMs = Math.max(unpack.movedAtMs ?? 0, unpack.sinceMs);
    return { sinceMs, shownMs: isSeen ? UNPACK_QUIET_MS : floorMs, floorMs };
  }
  const usualMs = Math.min(LONGEST_PAUSE_MS, PAUSES * longestPauseMs);
  return {
    sinceMs: Math.max(movedAtMs ?? 0, beganAtMs ?? 0) || null,
    shownMs: Math.max(QUIET_MS, usualMs),
    floorMs: Math.max(FLOOR_MS.pull, usualMs),
  };
}

function phaseOf({ layers, unpack }: PullActivity): PullProgress['phase'] {
  if (unpack !== null) return 'unpacking';
  return layers.length === 0 ? 'resolving' : 'downloading';
}

function unpackWords({ unpack }: PullActivity): string | null {
  if (unpack === null) return null;
  const { layer, layerCount, snapshotKey, writtenBytes } = unpack;
  if (snapshotKey === null) return 'all bytes are here; unpacking cannot be seen';
  const which = layer === null ? 'one layer' : `layer ${layer} of ${layerCount}`;
  const size = writtenBytes === null ? '' : `, ${byteWords(writtenBytes)} written`;
  return `${which}${size}`;
}

function bytesWords(progress: PullProgress): string | null {
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  if (totalBytes === null || totalBytes === 0) return null;
  const words = [`${byteWords(doneBytes)} of ${byteWords(totalBytes)}`];
  if (bytesPerSecond !== null) words.push(`${byteWords(bytesPerSecond)}/s`);
  if (secondsLeft !== null) words.push(`${spanWords(secondsLeft * 1000)} left`);
  return words.join(', ');
}

function proof(activity: PullActivity, progress: PullProgress, nowMs: number): Evidence {
  const { layers, unpack } = activity;
  if (unpack !== null) {
    const where =
      unpack.snapshotKey === null ? 'Content.Info' : `Snapshots.List ${unpack.snapshotKey}`;
    const what =
      unpack.snapshotKey === null
        ? `no snapshotter shows which one is unpacked, ${spanWords(nowMs - unpack.sinceMs)} since the last came`
        : `being unpacked: ${unpackWords(activity) ?? ''}`;
    const text = `all ${layers.length} layers are here; ${what}`;
    return quote('containerd', where, nowMs, text);
  }
  const coming = layers.filter((layer) => layer.state === 'downloading').length;
  const done = layers.filter((layer) => layer.state === 'done').length;
  const known = activity.manifestDigest === null ? '' : `${done} of ${layers.length} layers here, `;
  const blobs =
    coming === 0
      ? 'no blob is being written'
      : `${coming} ${coming === 1 ? 'blob' : 'blobs'} being written, ${byteWords(progress.doneBytes)} of ${byteWords(progress.totalBytes ?? 0)}`;
  const quiet =
    progress.stalledSince === null
      ? ''
      : `; nothing moved since ${clockWords(activity.movedAtMs ?? 0)}`;
  return quote(
    'containerd',
    'Content.ListStatuses',
    nowMs,
    `${known}${blobs}${activity.movedAtMs === null ? '' : quiet}`,
  );
}

function totalOf(layers: readonly PullLayer[]): number | null {
  if (layers.length === 0 || layers.some((layer) => layer.totalBytes === null)) return null;
  return sum(layers, (layer) => layer.totalBytes ?? 0);
}

/** How far the pull is at `nowMs`: bytes, rate, time left, and since when nothing moves. */
export function measurePull(
  activity: PullActivity,
  beganAtMs: number | null,
  nowMs: number,
): MeasuredPull {
  const { layers } = activity;
  const doneBytes = sum(layers, (layer) => layer.doneBytes);
  const totalBytes = totalOf(layers);
  const quiet = quietOf(activity, beganAtMs);
  const quietMs = quiet.sinceMs === null ? 0 : nowMs - quiet.sinceMs;
  const isQuiet = quietMs > quiet.shownMs;
  const phase = phaseOf(activity);
  const measured = phase === 'downloading' ? rateOf(activity, nowMs) : null;
  const bytesPerSecond = isQuiet && phase === 'downloading' ? 0 : measured;
  const canTell = totalBytes !== null && bytesPerSecond !== null && bytesPerSecond > 0;
  const progress: PullProgress = {
    phase,
    doneBytes,
    totalBytes,
    bytesPerSecond,
    secondsLeft: canTell ? Math.ceil((totalBytes - doneBytes) / bytesPerSecond) : null,
    stalledSince: isQuiet ? iso(quiet.sinceMs) : null,
    queuedBehind: null,
    layers: layers.map(toLayer),
    layersDropped: activity.layersDropped,
  };
  return {
    progress,
    isOverdue: quietMs > quiet.floorMs,
    detail: unpackWords(activity) ?? bytesWords(progress),
    evidence: proof(activity, progress, nowMs),
  };
}

/** Of a pull whose bytes nobody tells. */
export function unseenProgress(phase: 'unseen' | 'queued'): PullProgress {
  return {
    phase,
    doneBytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    secondsLeft: null,
    stalledSince: null,
    queuedBehind: null,
    layers: [],
    layersDropped: 0,
  };
}
