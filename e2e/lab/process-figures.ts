import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What a process holds, as the kernel counts it. */
export interface ProcessFigures {
  readonly descriptors: number;
  readonly sockets: number;
  /** TCP sockets of its own that listen. */
  readonly listeners: number;
  readonly children: number;
  readonly threads: number;
  readonly residentMib: number;
}

/** Counts them now. */
export function figuresOf(pid: number): ProcessFigures {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(pid, fd));
  const inodes = new Set(
    links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.slice(1, 2) ?? []),
  );
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    descriptors: links.length,
    sockets: inodes.size,
    listeners: listening(pid).filter((inode) => inodes.has(inode)).length,
    children: childrenOf(pid).length,
    threads: number('Threads'),
    residentMib: number('VmRSS') / 1024,
  };
}

/** One line for the output of a test. */
export function toLine(what: string, figures: ProcessFigures): string {
  const { descriptors, sockets, listeners, children, threads, residentMib } = figures;
  return `  ${what}: ${descriptors} descriptors, ${sockets} sockets, ${listeners} listeners, ${children} child processes, ${threads} threads, ${residentMib.toFixed(1)} MiB`;
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    // Closed while we looked.
    return '';
  }
}

/** Inodes of TCP sockets in state LISTEN. */
function listening(pid: number): readonly string[] {
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[9] ?? ''),
  );
}

/** Processes whose parent it is; the kernel's own list of them is not there on every machine. */
export function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It ended while we looked.
    return null;
  }
}
