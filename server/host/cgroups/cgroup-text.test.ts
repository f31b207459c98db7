import { describe, expect, it } from 'vitest';
import {
  parseCount,
  parseCpuMax,
  parseCpuShares,
  parseFirstPid,
  parseMemoryLimit,
  parsePressure,
  toCores,
  valueAfter,
  workingSet,
} from './cgroup-text.ts';
import { parseNetDev } from './net-dev.ts';
import { netDev } from './testing/cgroup-tree.ts';

describe('files of one number', () => {
  it.each([
    ['217088\n', 217_088],
    ['max\n', null],
    ['', null],
    ['\n', null],
  ])('%j', (text, value) => expect(parseCount(text)).toBe(value));
});

describe('files of keys and values', () => {
  const text = 'inactive_file 5\ntotal_inactive_file 7\noom 4\noom_kill 2\n';
  it.each([
    ['inactive_file', 5],
    ['total_inactive_file', 7],
    ['oom', 4],
    ['oom_kill', 2],
    ['file', null],
    ['oom_kil', null],
  ])('%s', (key, value) => expect(valueAfter(text, key)).toBe(value));
});

describe('limits', () => {
  it.each([
    ['150000 100000\n', 1.5],
    ['max 100000\n', null],
    ['5000 100000', 0.05],
    ['odd', null],
  ])('cpu.max %j', (text, cores) => expect(parseCpuMax(text)).toBe(cores));

  it('a quota of -1 is none', () => expect(toCores(-1, 100_000)).toBeNull());

  it.each([
    ['max\n', null],
    ['9223372036854771712\n', null],
    ['67108864\n', 67_108_864],
  ])('memory %j', (text, bytes) => expect(parseMemoryLimit(text)).toBe(bytes));

  it.each([
    ['2\n', null],
    ['1024\n', null],
    ['256\n', 0.25],
  ])('cpu.shares %j', (text, cores) => expect(parseCpuShares(text)).toBe(cores));
});

it('pressure is a share of time', () => {
  expect(parsePressure('some avg10=12.50 avg60=1.00 avg300=0.00 total=9\nfull avg10=3.00')).toBe(
    0.125,
  );
  expect(parsePressure('')).toBeNull();
});

it('a working set is never below zero', () => {
  expect(workingSet(100, 40)).toBe(60);
  expect(workingSet(100, 140)).toBe(0);
});

it.each([
  ['412\n413\n', 412],
  ['0\n', 0],
  ['', null],
])('the first process of %j', (text, pid) => expect(parseFirstPid(text)).toBe(pid));

describe('the network of a process', () => {
  it('is eth0, without the loopback', () => {
    expect(parseNetDev(netDev(472, 1046))).toEqual({ receivedBytes: 472, sentBytes: 1046 });
  });

  it('is not that of an interface whose name ends alike', () => {
    const text = `  lo: 7\nveth0: 1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0\n`;
    expect(parseNetDev(text)).toEqual({ receivedBytes: 1, sentBytes: 2 });
  });

  it('is everything but the loopback where there is no eth0', () => {
    const text = `${netDev(100, 10, 'net1')}  net2: 5 0 0 0 0 0 0 0 6 0 0 0 0 0 0 0\n`;
    expect(parseNetDev(text)).toEqual({ receivedBytes: 105, sentBytes: 16 });
  });

  it('is none where only the loopback is there', () => {
    expect(parseNetDev('    lo: 1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0\n')).toBeNull();
  });
});
