import type { LogNotice } from '../contract/log-record.ts';
import type { LogPart } from './open-log.ts';

/** A row of a followed log. */
export function notice(kind: LogNotice['notice'], text: string): LogNotice {
  return { notice: kind, at: new Date().toISOString(), text };
}

/** What is said where a follower goes from one file to the next. */
export function seamNotices(
  before: LogPart,
  next: { readonly part: LogPart; readonly isAfterGap: boolean },
): LogNotice[] {
  const { part } = next;
  const rows: LogNotice[] = [];
  if (next.isAfterGap) {
    const text = `files were removed before they could be read: lines may be missing before ${part.name}`;
    rows.push(notice('gap', text));
  }
  if (part.attempt === before.attempt) {
    rows.push(notice('rotated', `the file written so far was rotated; ${part.name} begins`));
    return rows;
  }
  const missing = part.attempt - before.attempt - 1;
  if (missing > 0) {
    const [first, last] = [before.attempt + 1, part.attempt - 1];
    const which = missing === 1 ? `attempt ${first}` : `attempts ${first} to ${last}`;
    rows.push(notice('gap', `nothing is left of ${which}`));
  }
  rows.push(notice('restarted', `attempt ${part.attempt} begins`));
  return rows;
}

/** What is said when a file became shorter than what was read of it. */
export function cutNotices(
  part: LogPart,
  cut: { readonly sizeBytes: number; readonly readBytes: number; readonly hasCopy: boolean },
): LogNotice[] {
  const size = cut.sizeBytes.toLocaleString('en-US');
  const truncated = notice('truncated', `${part.name} was cut; it has ${size} bytes now`);
  if (cut.hasCopy) return [truncated];
  const read = cut.readBytes.toLocaleString('en-US');
  const text = `what was written behind byte ${read} before the cut is not known: there is no copy of it`;
  return [truncated, notice('gap', text)];
}
