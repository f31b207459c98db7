import type { LogLine } from '../contract/journal.ts';

/** What a kernel line is about. */
interface KernelWords {
  readonly kind: string;
  readonly level: LogLine['level'];
  readonly pattern: RegExp;
}

/** "comm" of a process is at most 15 characters of anything, brackets and spaces too. */
const VICTIM = '(?<pid>\\d+) \\((?<comm>.{1,16}?)\\)(?=[, ]|$)';

/**
 * The kernel's words that explain a pod's end or a node's trouble, most telling first. Named groups become fields of the
 * line. Wordings of kernels from 3.10 on.
 */
export const KERNEL_WORDS: readonly KernelWords[] = [
  {
    kind: 'oom-chosen',
    level: 'error',
    pattern:
      /^oom-kill:constraint=(?<constraint>[A-Z_]+),.*?(?:oom_memcg=(?<oomMemcg>[^,]*),|global_oom,)task_memcg=(?<memcg>.*?),task=(?<comm>.*),pid=(?<pid>\d+),uid=/,
  },
  {
    kind: 'oom-killed',
    level: 'error',
    pattern: new RegExp(
      `^(?<scope>Memory cgroup out of memory|Out of memory)[^:]*: (?:Killed|Kill) process ${VICTIM}`,
    ),
  },
  { kind: 'oom-killed', level: 'error', pattern: new RegExp(`^Killed process ${VICTIM}`) },
  {
    kind: 'oom-chosen',
    level: 'error',
    pattern: /^Task in (?<memcg>\/.*?) killed as a result of limit of (?<oomMemcg>\/.*)$/,
  },
  {
    kind: 'oom-group',
    level: 'error',
    pattern: /^Tasks in (?<memcg>\/.*?) are going to be killed due to memory\.oom\.group set/,
  },
  { kind: 'oom-invoked', level: 'warning', pattern: /^(?<comm>.{1,16}) invoked oom-killer:/ },
  {
    kind: 'oom-usage',
    level: 'warning',
    pattern: /^memory: usage (?<usage>\d+)kB, limit (?<limit>\d+)kB, failcnt/,
  },
  {
    kind: 'oom-reaped',
    level: 'info',
    pattern: new RegExp(`^oom_reaper: reaped process ${VICTIM}`),
  },
  {
    kind: 'allocation-failed',
    level: 'error',
    pattern: /^(?<comm>.{1,16}): page allocation failure/,
  },
  {
    kind: 'hung-task',
    level: 'error',
    pattern:
      /^INFO: task (?<comm>.+):(?<pid>\d+) blocked (?:in I\/O wait )?for more than (?<seconds>\d+) seconds/,
  },
  {
    kind: 'hung-task',
    level: 'error',
    pattern: /^INFO: task (?<comm>.+):(?<pid>\d+) is blocked on a .* likely owned by/,
  },
  {
    kind: 'lockup',
    level: 'error',
    pattern: /(?:soft|hard) lockup - CPU|rcu.*detected stall|self-detected stall/,
  },
  {
    kind: 'panic',
    level: 'fatal',
    pattern: /^(?:Kernel panic|BUG: |Oops: |general protection fault)/,
  },
  {
    kind: 'pids-limit',
    level: 'error',
    pattern: /^cgroup: fork rejected by pids controller in (?<memcg>\/.*)$/,
  },
  { kind: 'cgroup', level: 'warning', pattern: /^cgroup(?:1|2)?: |^cgroup: / },
  { kind: 'conntrack-full', level: 'error', pattern: /nf_conntrack: table full, dropping packet/ },
  {
    kind: 'neighbour-full',
    level: 'error',
    pattern: /neighbou?r(?:: \w+: neighbor)? table overflow/,
  },
  {
    kind: 'netdevice-held',
    level: 'error',
    pattern: /^unregister_netdevice: waiting for (?<device>\S+) to become free/,
  },
  { kind: 'files-limit', level: 'error', pattern: /^VFS: file-max limit \d+ reached/ },
  {
    kind: 'filesystem-readonly',
    level: 'error',
    pattern:
      /^(?:EXT[234]-fs|XFS|F2FS-fs|BTRFS\w*)\b.*?\((?:device )?(?<device>[^)\s]+)\).*(?:[Rr]emounting filesystem read-only|forced readonly|[Ss]hutting down filesystem|[Ff]ilesystem has been shut down)/,
  },
  {
    kind: 'filesystem-error',
    level: 'error',
    pattern:
      /^(?:EXT[234]-fs|F2FS-fs|JBD2|BTRFS) (?:error|critical)[^(]*(?:\((?:device )?(?<device>[^)\s]+)\))?/,
  },
  {
    kind: 'filesystem-error',
    level: 'error',
    pattern: /^XFS \((?<device>[^)]+)\): .*(?:orrupt|error|hut ?down|ailed)/,
  },
  {
    kind: 'filesystem-error',
    level: 'error',
    pattern: /^EXT[234]-fs \((?<device>[^)]+)\): .*(?:error|failed)/,
  },
  {
    kind: 'io-error',
    level: 'error',
    pattern:
      /(?:^|[: ])I\/O error,? (?:on )?dev(?:ice)? (?<device>[\w-]+)|^Buffer I\/O error on dev(?:ice)? (?<bufferDevice>[\w-]+)/,
  },
  {
    kind: 'network-filesystem',
    level: 'error',
    pattern:
      /^(?:nfs4?|NFS): (?:server )?(?<device>\S+)(?: not responding|: .*(?:timed out|error))/,
  },
  {
    kind: 'network-filesystem',
    level: 'error',
    pattern: /^(?:libceph|ceph|CIFS|rbd): .*(?:error|hung|lost|closed|timed out|not responding)/i,
  },
  { kind: 'overlay', level: 'warning', pattern: /^overlayfs: / },
  {
    kind: 'segfault',
    level: 'warning',
    pattern:
      /^(?:traps: )?(?<comm>.{1,16})\[(?<pid>\d+)\]:? (?:segfault at|general protection|trap |bad frame)/,
  },
  {
    kind: 'denied',
    level: 'warning',
    pattern: /^audit: type=(?:1400|1326) .*?(?:apparmor="DENIED"|avc: +denied|sig=31)/,
  },
];

/** Decides fast that a line is about none of these, which is nearly always so. */
export const KERNEL_SUSPECT = new RegExp(
  [
    '[Oo]ut of memory|oom|Killed process|killed as a result|memory: usage|allocation failure',
    'blocked |lockup|stall|panic|BUG: |Oops|protection|cgroup|conntrack|neighbo|unregister_netdevice|file-max',
    'fs[ :(]|FS[ :(]|JBD2|I/O error|nfs|ceph|CIFS|rbd: |segfault|trap |bad frame|type=1400|type=1326',
  ].join('|'),
);
