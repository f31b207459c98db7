import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KernelLogReader } from './kernel-log.ts';

/** fixtures/kern.log: a kill as a kernel 6.18 wrote it into a syslog file, with a few lines of other trouble. */
const RECORDED = readFileSync(new URL('fixtures/kern.log', import.meta.url), 'utf8').split('\n');
const NOW_MS = Date.UTC(2026, 10, 29, 21);
const UID = 'fc671b40-7467-4b9f-b5e1-a9c2966cf0b9';
const ID = 'f7275c51a05a248c7ddebd5b89e02ddb15acce3ac8ef63eb243930e476f0acd9';

const fromFile = (lines: readonly string[], utcOffsetMinutes = 0) => {
  const reader = new KernelLogReader({ utcOffsetMinutes });
  return lines.flatMap((text, index) => {
    const line = reader.push({ text, where: `k:${index + 1}`, writtenAtMs: null }, NOW_MS);
    return line === null ? [] : [line];
  });
};
const fromRing = (...lines: readonly string[]) => {
  const reader = new KernelLogReader({ utcOffsetMinutes: 0 });
  return lines.flatMap((text) => {
    const line = reader.push({ text, where: 'ring', writtenAtMs: 5, priority: 3 }, NOW_MS);
    return line === null ? [] : [line];
  });
};

describe('a recorded log', () => {
  it('gives the few lines that explain something, with time and place', () => {
    const lines = fromFile(RECORDED);
    expect(lines.map(({ fields }) => fields['kind'])).toEqual([
      'oom-invoked',
      'oom-usage',
      'oom-chosen',
      'oom-killed',
      'hung-task',
      'denied',
      'conntrack-full',
      'filesystem-readonly',
    ]);
    expect(lines[3]).toMatchObject({
      atMs: Date.UTC(2026, 10, 29, 20, 52, 25),
      level: 'error',
      where: 'k:111',
    });
  });

  it('joins the kill to its container, which only the line before it names', () => {
    const killed = fromFile(RECORDED).find(({ fields }) => fields['kind'] === 'oom-killed');
    expect(killed?.fields).toMatchObject({
      pid: '3274',
      comm: 'tail',
      constraint: 'CONSTRAINT_MEMCG',
      podUID: UID,
      containerID: ID,
      memcg: `/kubepods/burstable/pod${UID}/${ID}`,
    });
    expect(killed?.message).toMatch(/^Memory cgroup out of memory: Killed process 3274/);
  });

  it("takes nothing from other programs' lines", () => {
    expect(fromFile(RECORDED).some(({ text }) => text.includes('sshd'))).toBe(false);
  });

  it('reads local time, RFC 3339, and lines without the clock of the kernel', () => {
    const words = 'Out of memory: Killed process 7 (java) total-vm:1kB';
    expect(fromFile([`Nov 29 20:50:39 n kernel: [ 1.5] ${words}`], 60)[0]?.atMs).toBe(
      Date.UTC(2026, 10, 29, 19, 50, 39),
    );
    expect(fromFile([`2026-11-29T20:50:39.5+01:00 n kernel: ${words}`])[0]?.atMs).toBe(
      Date.UTC(2026, 10, 29, 19, 50, 39, 500),
    );
    // Written in December, read in November: of last year.
    expect(fromFile([`Dec  3 20:50:39 n kernel: ${words}`])[0]?.atMs).toBe(
      Date.UTC(2025, 11, 3, 20, 50, 39),
    );
  });
});

describe('wordings', () => {
  it.each([
    [
      'oom-killed',
      'Memory cgroup out of memory: Kill process 12 (a b) score 1974 or sacrifice child',
      { pid: '12', comm: 'a b' },
    ],
    ['oom-killed', 'Killed process 12 (java) total-vm:1kB, anon-rss:1kB', { pid: '12' }],
    ['oom-killed', 'Out of memory: Killed process 12 (x(y)) total-vm:1kB', { comm: 'x(y)' }],
    [
      'oom-killed',
      'Out of memory (oom_kill_allocating_task): Killed process 9 (x) total-vm:1kB',
      { pid: '9', scope: 'Out of memory' },
    ],
    [
      'oom-chosen',
      'oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0-1,global_oom,task_memcg=/system.slice/x.service,task=x,y,pid=77,uid=0',
      { constraint: 'CONSTRAINT_NONE', memcg: '/system.slice/x.service', comm: 'x,y', pid: '77' },
    ],
    [
      'oom-chosen',
      `Task in /kubepods/pod${UID}/${ID} killed as a result of limit of /kubepods/pod${UID}`,
      { podUID: UID, containerID: ID },
    ],
    [
      'oom-group',
      `Tasks in /kubepods.slice/kubepods-pod${UID.replaceAll('-', '_')}.slice/cri-containerd-${ID}.scope are going to be killed due to memory.oom.group set`,
      { podUID: UID, containerID: ID },
    ],
    ['oom-reaped', 'oom_reaper: reaped process 12 (java), now anon-rss:0kB', { pid: '12' }],
    [
      'hung-task',
      'INFO: task kworker/u8:1:12345 blocked for more than 122 seconds.',
      { comm: 'kworker/u8:1', pid: '12345', seconds: '122' },
    ],
    [
      'hung-task',
      'INFO: task umount:99 is blocked on a mutex likely owned by task mount:98.',
      { comm: 'umount', pid: '99' },
    ],
    [
      'pids-limit',
      `cgroup: fork rejected by pids controller in /kubepods/pod${UID}/${ID}`,
      { podUID: UID, containerID: ID },
    ],
    ['conntrack-full', 'nf_conntrack: table full, dropping packet', {}],
    ['neighbour-full', 'neighbour: arp_cache: neighbor table overflow!', {}],
    [
      'netdevice-held',
      'unregister_netdevice: waiting for eth0 to become free. Usage count = 2',
      { device: 'eth0' },
    ],
    ['filesystem-readonly', 'EXT4-fs (sda1): Remounting filesystem read-only', { device: 'sda1' }],
    [
      'filesystem-readonly',
      'XFS (dm-0): Filesystem has been shut down due to log error (0x2).',
      { device: 'dm-0' },
    ],
    ['filesystem-readonly', 'BTRFS info (device sdb): forced readonly', { device: 'sdb' }],
    [
      'filesystem-error',
      'EXT4-fs error (device nvme0n1p1): ext4_find_entry:1455: inode #2: comm x: reading directory lblock 0',
      { device: 'nvme0n1p1' },
    ],
    [
      'filesystem-error',
      'XFS (sdc): metadata I/O error in "xfs_trans_read_buf"',
      { device: 'sdc' },
    ],
    ['io-error', 'blk_update_request: I/O error, dev sda, sector 2048', { device: 'sda' }],
    ['io-error', 'I/O error, dev nvme0n1, sector 5 op 0x0:(READ)', { device: 'nvme0n1' }],
    ['io-error', 'Buffer I/O error on dev dm-3, logical block 0', { device: 'dm-3' }],
    [
      'network-filesystem',
      'nfs: server nas.example not responding, still trying',
      { device: 'nas.example' },
    ],
    ['segfault', 'app[123]: segfault at 0 ip 00 sp 00 error 4 in app[55+1]', { pid: '123' }],
    ['segfault', 'traps: node[9] trap invalid opcode ip:1 sp:2 error:0', { comm: 'node' }],
    ['overlay', 'overlayfs: maximum fs stacking depth exceeded', {}],
    [
      'denied',
      'audit: type=1326 audit(1.0:1): auid=0 uid=0 pid=5 comm="x" exe="/x" sig=31 arch=c000003e syscall=1',
      {},
    ],
  ])('%s: %s', (kind, text, fields) => {
    expect(fromRing(text)).toMatchObject([{ atMs: 5, fields: { kind, ...fields } }]);
  });

  it.each([
    'docker0: port 1(veth1) entered blocking state',
    'IPv6: ADDRCONF(NETDEV_CHANGE): eth0: link becomes ready',
    'Memory cgroup stats for /x:',
    'audit: type=1400 audit(1.0:1): apparmor="STATUS" operation="profile_load"',
    'nfs: server nas.example OK',
    '',
  ])('leaves out: %s', (text) => {
    expect(fromRing(text)).toEqual([]);
  });

  it('joins the kill of an old kernel to the group told just before', () => {
    const lines = fromRing(
      `Task in /kubepods/pod${UID}/${ID} killed as a result of limit of /kubepods/pod${UID}/${ID}`,
      'Memory cgroup out of memory: Kill process 12 (java) score 1974 or sacrifice child',
      'Killed process 12 (java) total-vm:1kB, anon-rss:1kB',
    );
    expect(lines.map(({ fields }) => fields['containerID'])).toEqual([ID, ID, ID]);
  });

  it('does not join the next kill of the node to it', () => {
    const lines = fromRing(
      `Task in /kubepods/pod${UID}/${ID} killed as a result of limit of /kubepods/pod${UID}/${ID}`,
      'Memory cgroup out of memory: Kill process 12 (java) score 1974 or sacrifice child',
      'Out of memory: Killed process 99 (other) total-vm:1kB',
    );
    expect(lines[2]?.fields).not.toHaveProperty('containerID');
  });

  it('strips control sequences', () => {
    expect(fromRing('Out of memory: Killed process 1 (\u001b[31mx) total-vm:1kB')).toMatchObject([
      { fields: { comm: 'x' } },
    ]);
  });

  it('is not held by hostile lines', () => {
    const lines = fromRing(
      `INFO: task ${'a:1 '.repeat(20_000)}blocked`,
      `Task in ${'/'.repeat(60_000)}`,
      `oom-kill:constraint=A,${'oom_memcg=,'.repeat(6_000)}`,
    );
    expect(lines).toEqual([]);
  });
});
