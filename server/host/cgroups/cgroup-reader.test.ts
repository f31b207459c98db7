import { afterEach, describe, expect, it } from 'vitest';
import { type CgroupReader, createCgroupReader } from './cgroup-reader.ts';
import { CgroupTree, netDev } from './testing/cgroup-tree.ts';

const ID = '3f2a'.repeat(16);
const SANDBOX = 'b0c1'.repeat(16);
const UID = '0f2c61b4_5d5e_4b6f_9a6e_0d3b8f1c2a77';
let tree: CgroupTree;
let tickMs = 1_000;

afterEach(() => tree.close());

function open(version: 1 | 2): CgroupTree {
  tree = new CgroupTree(version);
  tickMs = 1_000;
  return tree;
}

function reader(...ids: string[]): CgroupReader {
  const { hostRoot } = tree;
  const made = createCgroupReader({
    hostRoot,
    nowMs: () => 1_795_985_500_000,
    tickMs: () => tickMs,
  });
  made.follow(new Set(ids.length === 0 ? [ID] : ids));
  return made;
}

describe('where groups are found', () => {
  it.each([
    ['cgroupfs driver', `kubepods/burstable/pod${UID}/${ID}`],
    ['cgroupfs driver, guaranteed', `kubepods/pod${UID}/${ID}`],
    ['cgroupfs driver of CRI-O', `kubepods/besteffort/pod${UID}/crio-${ID}`],
    [
      'systemd driver',
      `kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${UID}.slice/cri-containerd-${ID}.scope`,
    ],
    ['systemd driver of CRI-O', `kubepods.slice/kubepods-pod${UID}.slice/crio-${ID}.scope`],
    [
      'a kubelet below a slice',
      `kubelet.slice/kubelet-kubepods.slice/x-pod${UID}.slice/crio-${ID}.scope`,
    ],
    ['a systemd name without systemd', `system.slice:cri-containerd:${ID}`],
    ['no pod', `k8s.io/${ID}`],
    [
      'a node in a container of another node',
      `system.slice/docker-${'b'.repeat(64)}.scope/kubelet/kubepods/besteffort/pod${UID}/${ID}`,
    ],
  ])('%s', (_name, path) => {
    for (const version of [1, 2] as const) {
      open(version).addContainer(path);
      expect(reader().read(ID, true)?.processes).toBeTypeOf('number');
      tree.close();
    }
  });

  it("not the group of CRI-O's watcher, which bears the container's id too", () => {
    const slice = `kubepods.slice/kubepods-pod${UID}.slice`;
    open(2).addContainer(`${slice}/crio-conmon-${ID}.scope`, { 'pids.current': '99\n' });
    tree.addContainer(`${slice}/crio-${ID}.scope`);
    expect(reader().read(ID, true)?.processes).toBe(17);
  });

  it('none on a node without control groups, and says so', () => {
    open(2);
    const { hostRoot } = tree;
    const none = createCgroupReader({
      hostRoot: `${hostRoot}/nowhere`,
      nowMs: Date.now,
      tickMs: () => 0,
    });
    expect(none.source).toBeNull();
    expect(none.missing).toMatch(/no control groups below/);
    none.follow(new Set([ID]));
    expect(none.read(ID, true)).toBeNull();
  });

  it('a group that comes a little later is found, one that does not is looked for seldom', () => {
    open(2);
    const late = reader();
    expect(late.has(ID)).toBe(false);
    tree.addContainer(`kubepods/pod${UID}/${ID}`);
    tickMs += 1_000;
    late.follow(new Set([ID]));
    expect(late.has(ID)).toBe(false);
    tickMs += 1_000;
    late.follow(new Set([ID]));
    expect(late.has(ID)).toBe(true);
  });
});

describe('version 2', () => {
  const path = `kubepods/pod${UID}/${ID}`;

  it('tells every figure', () => {
    open(2).addContainer(path);
    const made = reader();
    expect(made.source).toBe('cgroup v2');
    expect(made.read(ID, true)).toEqual({
      takenAtMs: 1_795_985_500_000,
      tickMs: 1_000,
      cpuUsageUs: 24_009_378,
      cpuPeriods: 1_200,
      cpuThrottledPeriods: 300,
      memoryWorkingSetBytes: 52_428_800 - 12_582_912,
      oomKills: 2,
      processes: 17,
      cpuPressure: 0.125,
      memoryPressure: 0,
      ioPressure: 0.0125,
      cpuLimitCores: 1.5,
      memoryLimitBytes: 67_108_864,
      cpuRequestCores: null,
    });
  });

  it('tells no throttling without a limit, where the kernel counts no periods', () => {
    open(2).addContainer(path, { 'cpu.max': 'max 100000\n' });
    expect(reader().read(ID, true)).toMatchObject({
      cpuPeriods: { missing: 'it has no CPU limit' },
      cpuLimitCores: null,
    });
  });

  it('a controller that is off is missing, never 0', () => {
    open(2).addContainer(path);
    for (const file of [
      'memory.current',
      'memory.stat',
      'memory.events',
      'pids.current',
      'io.pressure',
    ]) {
      tree.remove(`${path}/${file}`);
    }
    expect(reader().read(ID, true)).toMatchObject({
      memoryWorkingSetBytes: { missing: 'its control group counts no memory' },
      oomKills: { missing: 'this kernel does not count OOM kills of a group' },
      processes: { missing: 'its control group counts no processes' },
      ioPressure: { missing: 'this kernel keeps no pressure of control groups' },
      cpuPressure: 0.125,
    });
  });

  it('tells nothing of a group that is gone, and finds it again when it is made anew', () => {
    open(2).addContainer(path);
    const made = reader();
    expect(made.read(ID, true)).not.toBeNull();
    tree.remove(path);
    expect(made.read(ID, true)).toBeNull();
    expect(made.has(ID)).toBe(false);
    tree.addContainer(path, { 'cpu.stat': 'usage_usec 5\n' });
    made.follow(new Set([ID]));
    expect(made.read(ID, true)?.cpuUsageUs).toBe(5);
  });

  it('sees a new limit after a while, when somebody resized the pod', () => {
    open(2).addContainer(path);
    const made = reader();
    made.read(ID, true);
    tree.write(path, { 'cpu.max': '400000 100000\n' });
    expect(made.read(ID, true)?.cpuLimitCores).toBe(1.5);
    tickMs += 16_000;
    expect(made.read(ID, true)?.cpuLimitCores).toBe(4);
  });
});

it('pressure is read each time of a container that is looked at closely, else every other time', () => {
  const path = `kubepods/pod${UID}/${ID}`;
  open(2).addContainer(path);
  const made = reader();
  made.read(ID, false);
  tree.write(path, { 'cpu.pressure': 'some avg10=50.00 avg60=0.00 avg300=0.00 total=1\n' });
  tickMs += 5_000;
  expect(made.read(ID, false)?.cpuPressure).toBe(0.125);
  expect(made.read(ID, true)?.cpuPressure).toBe(0.5);
});

describe('version 1', () => {
  const path = `kubepods/burstable/pod${UID}/${ID}`;
  const limited = {
    'cpu/cpu.cfs_quota_us': '50000\n',
    'cpu/cpu.shares': '256\n',
    'cpu/cpu.stat': 'nr_periods 90\nnr_throttled 30\nthrottled_time 41\n',
    'memory/memory.limit_in_bytes': '67108864\n',
    'memory/memory.stat': 'inactive_file 1\ntotal_inactive_file 100000\n',
  };

  it('tells every figure but pressure', () => {
    open(1).addContainer(path, limited);
    const made = reader();
    const missing = 'control groups of version 1 keep no pressure';
    expect(made.source).toBe('cgroup v1');
    expect(made.read(ID, true)).toEqual({
      takenAtMs: 1_795_985_500_000,
      tickMs: 1_000,
      cpuUsageUs: 5_629_823.668,
      cpuPeriods: 90,
      cpuThrottledPeriods: 30,
      memoryWorkingSetBytes: 117_088,
      oomKills: 0,
      processes: 1,
      cpuPressure: { missing },
      memoryPressure: { missing },
      ioPressure: { missing },
      cpuLimitCores: 0.5,
      memoryLimitBytes: 67_108_864,
      cpuRequestCores: 0.25,
    });
  });

  it('takes pressure from the version 2 that stands beside, where the container is in it', () => {
    open(1).addContainer(path);
    tree.addUnified(path);
    expect(reader().read(ID, true)).toMatchObject({ cpuPressure: 0.0489, ioPressure: 0 });
  });

  it('but not from an empty group, whose zero would be untrue', () => {
    open(1).addContainer(path);
    tree.addUnified(path, { 'cgroup.events': 'populated 0\nfrozen 0\n' });
    expect(reader().read(ID, true)?.cpuPressure).toEqual({
      missing: 'control groups of version 1 keep no pressure',
    });
  });

  it('an older kernel counts no OOM kills', () => {
    open(1).addContainer(path, {
      'memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\n',
    });
    expect(reader().read(ID, true)?.oomKills).toHaveProperty('missing');
  });
});

describe('the network of a pod', () => {
  const pod = `kubepods/pod${UID}`;

  it("is that of the sandbox's process", () => {
    open(2).addContainer(`${pod}/${SANDBOX}`, { 'cgroup.procs': '412\n' });
    tree.addContainer(`${pod}/${ID}`, { 'cgroup.procs': '500\n501\n' });
    tree.addProcess(1, '', 'net:[1]');
    tree.addProcess(412, netDev(2056, 612));
    expect(reader(SANDBOX, ID).network([SANDBOX, ID]).counters).toEqual({
      tickMs: 1_000,
      receivedBytes: 2056,
      sentBytes: 612,
    });
  });

  it('is that of a container where the runtime keeps no process for the sandbox', () => {
    open(2).addContainer(`${pod}/crio-${ID}.scope`, { 'cgroup.procs': '' });
    // crun puts the processes one level deeper.
    tree.addContainer(`${pod}/crio-${ID}.scope/container`, { 'cgroup.procs': '700\n' });
    tree.addProcess(700, netDev(5, 6));
    expect(reader(SANDBOX, ID).network([SANDBOX, ID]).counters).toMatchObject({ sentBytes: 6 });
  });

  it("is none of the pod's own in the node's network", () => {
    open(2).addContainer(`${pod}/${ID}`, { 'cgroup.procs': '500\n' });
    tree.addProcess(1, '', 'net:[1]');
    tree.addProcess(500, netDev(1, 1), 'net:[1]');
    const network = reader().network([ID]);
    expect(network.counters).toBeNull();
    expect(network).toMatchObject({
      missing: "the pod is in the node's own network",
      isUnseen: false,
    });
  });

  it('says so where the processes of the node are not seen', () => {
    open(2).addContainer(`${pod}/${ID}`, { 'cgroup.procs': '0\n' });
    expect(reader().network([ID])).toMatchObject({
      isUnseen: true,
      missing: expect.stringContaining('hostPID'),
    });
  });
});
