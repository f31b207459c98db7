import { stripControl } from '../lib/strip-control.ts';

/** What /proc/<pid>/stat tells, as far as we use it. */
export interface ProcStat {
  readonly pid: number;
  /** Cut by the kernel after 15 characters. */
  readonly command: string;
  readonly state: string;
  readonly parentPid: number;
  /** The process that leads its session; a command that a runtime starts leads its own. */
  readonly sessionId: number;
  /** Since the node's boot. */
  readonly startedAfterMs: number;
}

/** The kernel counts in hundredths of a second towards programs, on every architecture. */
const TICK_MS = 10;

/** One line of /proc/<pid>/stat; the name in it may hold spaces and brackets. Null for anything else. */
export function parseProcStat(text: string): ProcStat | null {
  const open = text.indexOf(' (');
  const close = text.lastIndexOf(') ');
  if (open === -1 || close < open) return null;
  const fields = text.slice(close + 2).split(' ');
  const [state = '', parentPid, , sessionId] = fields;
  const ticks = Number(fields[19]);
  const pid = Number(text.slice(0, open));
  if (!Number.isInteger(pid) || !Number.isFinite(ticks)) return null;
  return {
    pid,
    command: stripControl(text.slice(open + 2, close)),
    state,
    parentPid: Number(parentPid),
    sessionId: Number(sessionId),
    startedAfterMs: ticks * TICK_MS,
  };
}

/** When the node was booted, by `btime` of /proc/stat (whole seconds); null when it is not told. */
export function parseBootTime(text: string): number | null {
  const seconds = Number(/^btime (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}
