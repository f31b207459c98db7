import { stat } from 'node:fs/promises';
import { FeedError } from './feed.ts';
import { hasKernel, hasUnit } from './journald.ts';
import { canReadKernelRing, KERNEL_RING_PATH } from './kernel-ring.ts';
import type { FeedOptions, LogPlace } from './log-places.ts';
import { resolveLogPath } from './resolve-log-path.ts';

/** A journalctl that hangs on a broken journal must not hold the choice for long. */
const PROBE_MS = 5_000;

function shortName(place: LogPlace): string {
  if (place.kind === 'file') return place.path;
  if (place.kind === 'unit') return place.unit;
  return place.kind === 'kernel-journal' ? 'the kernel in journald' : KERNEL_RING_PATH;
}

async function isFile(hostRoot: string, path: string): Promise<boolean> {
  try {
    return (await stat(await resolveLogPath(hostRoot, path))).isFile();
  } catch (error) {
    if (error instanceof FeedError) return false;
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

async function holdsLog(place: LogPlace, options: FeedOptions): Promise<boolean> {
  const { hostRoot } = options;
  if (place.kind === 'file') return isFile(hostRoot, place.path);
  if (place.kind === 'kernel-ring') return canReadKernelRing(hostRoot);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(PROBE_MS)]);
  const command = options.journalctl === undefined ? {} : { command: options.journalctl };
  const shared = { signal, hostRoot, ...command };
  return place.kind === 'unit' ? hasUnit(place.unit, shared) : hasKernel(shared);
}

/**
 * The first place that holds a log. When there is none: `place` is null and `reason` says what stood in the way of
 * journald, or that neither unit nor file is there.
 */
export async function chooseLogPlace(
  places: readonly LogPlace[],
  options: FeedOptions,
): Promise<{ place: LogPlace } | { place: null; reason: string }> {
  let blind: string | null = null;
  for (const place of places) {
    const isInJournal = place.kind === 'unit' || place.kind === 'kernel-journal';
    if (isInJournal && blind !== null) continue;
    try {
      if (await holdsLog(place, options)) return { place };
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      blind = error.message;
    }
  }
  const looked = places.map(shortName);
  const nothing = `neither journald nor a file has it (looked for ${looked.join(', ')})`;
  return { place: null, reason: blind === null ? nothing : `${blind}, and no log file is known` };
}
