import type { LogLine } from '../contract/journal.ts';
import { parseCgroupPath } from '../host/cgroup-path.ts';
import { stripControl } from '../lib/strip-control.ts';
import type { FeedLine } from './feed.ts';
import { inYearBefore } from './infer-year.ts';
import { KERNEL_SUSPECT, KERNEL_WORDS } from './kernel-words.ts';

/** Processes the kernel chose to kill: the line that tells of the kill names no control group. */
const MAX_CHOSEN = 200;

type Fields = Readonly<Record<string, string>>;

/** "Nov 29 20:50:39 node kernel: [ 12.3] text", or with a time in RFC 3339; also without the kernel's own clock. */
const SYSLOG = /^(?:<\d+>)?(\S+(?: +\d+ [\d:]+)?) \S+ kernel: (?:\[ *\d+\.\d+\] ?)?(.*)$/;
const OLD_TIME = /^([A-Z][a-z]{2}) +(\d+) (\d\d):(\d\d):(\d\d)$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface KernelLogOptions {
  /** Minutes that the writer's local time is ahead of UTC: old syslog files have no zone and no year. */
  readonly utcOffsetMinutes: number;
}

/** The time of a syslog line; null when it has none. */
function parseSyslogTime(text: string, nowMs: number, utcOffsetMinutes: number): number | null {
  const old = OLD_TIME.exec(text);
  if (old === null) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? null : ms;
  }
  const [day = 1, hour, minute, second] = old.slice(2).map(Number);
  const month = MONTHS.indexOf(old[1] ?? '');
  const inYear = (year: number): number =>
    Date.UTC(year, month, day, hour, minute, second) - utcOffsetMinutes * 60_000;
  return inYearBefore(inYear, nowMs);
}

/** Named groups that are there, control sequences stripped already with the text. */
function fieldsOf(found: RegExpExecArray, kind: string): Record<string, string> {
  const fields: Record<string, string> = { kind };
  for (const [name, value] of Object.entries(found.groups ?? {})) {
    if (value !== undefined) fields[name === 'bufferDevice' ? 'device' : name] = value;
  }
  return fields;
}

function withOwner(fields: Fields): Fields {
  const path = fields['memcg'];
  if (path === undefined) return fields;
  const { podUid, containerId } = parseCgroupPath(path);
  return {
    ...fields,
    ...(podUid === null ? {} : { podUID: podUid }),
    ...(containerId === null ? {} : { containerID: containerId }),
  };
}

/** Reads the kernel's lines, from the journal, its ring or a syslog file; what explains no pod's end is left out. */
export class KernelLogReader {
  readonly #utcOffsetMinutes: number;
  /** By pid: who it was and in which control group. */
  readonly #chosen = new Map<string, Fields>();
  /** Of kernels before 4.19: the group was told in a line without pid, just before the kill. */
  #lastChosen: Fields | null = null;

  constructor({ utcOffsetMinutes }: KernelLogOptions) {
    this.#utcOffsetMinutes = utcOffsetMinutes;
  }

  /** The entry of a line that matters, else null. */
  push({ text: raw, where, writtenAtMs, priority }: FeedLine, nowMs: number): LogLine | null {
    if (!KERNEL_SUSPECT.test(raw)) return null;
    const text = stripControl(raw);
    // Only files hold lines of others, and put a head before each.
    const isFile = writtenAtMs === null && priority === undefined;
    const head = isFile ? SYSLOG.exec(text) : null;
    if (isFile && head === null) return null;
    const message = head?.[2] ?? text;
    for (const { kind, level, pattern } of KERNEL_WORDS) {
      const found = pattern.exec(message);
      if (found === null) continue;
      const fields = this.#joined(withOwner(fieldsOf(found, kind)));
      const atMs =
        head === null ? writtenAtMs : parseSyslogTime(head[1] ?? '', nowMs, this.#utcOffsetMinutes);
      return { atMs, level, message, fields, where, text };
    }
    return null;
  }

  /** The kill is told in two lines: the first names the control group, the second what was killed. */
  #joined(fields: Fields): Fields {
    const { kind, pid } = fields as { kind: string; pid?: string };
    if (kind === 'oom-chosen') {
      if (pid === undefined) this.#lastChosen = fields;
      else this.#remember(pid, fields);
      return fields;
    }
    if (kind !== 'oom-killed' || pid === undefined) return fields;
    const chosen = this.#chosen.get(pid) ?? this.#lastChosen;
    this.#lastChosen = null;
    if (chosen === null) return fields;
    const joined = { ...chosen, ...fields };
    // Old kernels tell one kill in two lines.
    this.#remember(pid, joined);
    return joined;
  }

  #remember(pid: string, fields: Fields): void {
    this.#chosen.delete(pid);
    this.#chosen.set(pid, fields);
    for (const oldest of this.#chosen.keys()) {
      if (this.#chosen.size <= MAX_CHOSEN) break;
      this.#chosen.delete(oldest);
    }
  }
}
