import { sqliteCode } from './database.ts';
import type { Entry } from './entries.ts';

/** Weight of one transaction: a few ms, between which everything else has its turn. */
const BATCH_WEIGHT = 100;
/** A pod's detail is packed before it is written: as long as ten plain rows. */
const DETAIL_WEIGHT = 10;

/** The oldest that wait, as many as one transaction takes. */
export function takeBatch(waiting: readonly Entry[]): readonly Entry[] {
  let weight = 0;
  const end = waiting.findIndex((entry) => {
    weight += entry.kind === 'pod' && entry.detail !== null ? DETAIL_WEIGHT : 1;
    return weight > BATCH_WEIGHT;
  });
  return end === -1 ? waiting.slice() : waiting.slice(0, end);
}

/** Whether no disk could take them: what they hold cannot be written at all. */
export function isFaultOfEntries(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(sqliteCode(error));
}
