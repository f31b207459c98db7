import type { LogLine } from '../contract/journal.ts';

const PREFIX = 'Suppressed ';

/**
 * How many lines journald says it dropped at this point ("Suppressed 412 messages from containerd.service"); 0 for every
 * other line. A begin before such a gap proves nothing: its end may be among the lost lines.
 */
export function suppressedCount(line: LogLine): number {
  const at = line.message.indexOf(PREFIX);
  if (at === -1 || !line.message.includes(' messages from ')) return 0;
  return Number.parseInt(line.message.slice(at + PREFIX.length), 10) || 0;
}
