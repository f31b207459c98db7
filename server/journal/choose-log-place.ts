import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FeedError } from './feed.ts';
import { hasUnit } from './journald.ts';
import type { FeedOptions, LogPlace } from './log-places.ts';

/** A journalctl that hangs on a broken journal must not hold the choice for long. */
const PROBE_MS = 5_000;

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

async function holdsLog(place: LogPlace, options: FeedOptions): Promise<boolean> {
  if (place.kind === 'file') return isFile(join(options.hostRoot, place.path));
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(PROBE_MS)]);
  const command = options.journalctl === undefined ? {} : { command: options.journalctl };
  return hasUnit(place.unit, { signal, hostRoot: options.hostRoot, ...command });
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
    if (place.kind === 'unit' && blind !== null) continue;
    try {
      if (await holdsLog(place, options)) return { place };
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      blind = error.message;
    }
  }
  const looked = places.map((place) => (place.kind === 'file' ? place.path : place.unit));
  const nothing = `neither journald nor a file has it (looked for ${looked.join(', ')})`;
  return { place: null, reason: blind === null ? nothing : `${blind}, and no log file is known` };
}
