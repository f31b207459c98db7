import type { LogLine } from '../contract/journal.ts';

/** journald: "Suppressed 412 messages from containerd.service", in older versions with the path of its group. */
const BY_JOURNALD = /Suppressed (\d+) messages from (?:unit )?(\S+)/;
/** rsyslog, which writes the files on some nodes, says how many lines it lost but not whose. */
const BY_RSYSLOG = /(?:imjournal: (\d+) messages lost|imuxsock lost (\d+) messages)/;
/** Units that runtimes log to; kubelet's lines and anybody else's say nothing about calls of the runtime. */
const RUNTIME_UNIT = /containerd|cri-?o\b|k3s|rke2|k0s/;

/** True for a line that tells of lines that were dropped, whoever wrote them. */
export function tellsSuppression({ message }: LogLine): boolean {
  return BY_JOURNALD.test(message) || BY_RSYSLOG.test(message);
}

/**
 * How many lines of the runtime a line says were dropped at this point; 0 for every other line, also when the lines were
 * those of another unit. A begin before such a gap proves nothing: its end may be among the lost lines.
 */
export function suppressedCount({ message }: LogLine): number {
  // Nearly every line ends here.
  if (!message.includes(' messages ')) return 0;
  const [, count, unit = ''] = BY_JOURNALD.exec(message) ?? [];
  if (count !== undefined) return RUNTIME_UNIT.test(unit) ? Number(count) : 0;
  const [, lost, dropped] = BY_RSYSLOG.exec(message) ?? [];
  return Number(lost ?? dropped ?? 0);
}
