import { describe, expect, it } from 'vitest';
import { type Reading, type Sample, toSample } from './sample.ts';
import { reading } from './testing/reading.ts';

const OPTIONS = { everyMs: 5_000, cores: 4 };

function rateOf(before: Parameters<typeof reading>[0] | null, now: Parameters<typeof reading>[0]) {
  const sample = toSample(before === null ? null : reading(before), reading(now), OPTIONS);
  return { cpu: sample?.figures.cpuCores, isAfterGap: sample?.isAfterGap, sample };
}

describe('the rate of CPU', () => {
  it('is what was used over the time that passed by the forward clock', () => {
    const { cpu, isAfterGap } = rateOf(
      { tickMs: 10_000, cpuUsageUs: 1_000_000 },
      { tickMs: 15_000, cpuUsageUs: 8_500_000 },
    );
    expect(cpu).toBe(1.5);
    expect(isAfterGap).toBe(false);
  });

  it('is 0 for a container that sleeps: measured, not missing', () => {
    expect(rateOf({ tickMs: 0, cpuUsageUs: 7 }, { tickMs: 5_000, cpuUsageUs: 7 }).cpu).toBe(0);
  });

  it('is missing for the first reading, with what is known at once', () => {
    const { cpu, isAfterGap, sample } = rateOf(null, { memoryWorkingSetBytes: 42 });
    expect(cpu).toEqual({ missing: 'a rate is known from the second reading on' });
    expect(isAfterGap).toBe(true);
    expect(sample?.figures.memoryWorkingSetBytes).toBe(42);
  });

  it('is missing when the counter began anew: a restart is no spike', () => {
    const { cpu, isAfterGap } = rateOf(
      { tickMs: 0, cpuUsageUs: 90_000_000 },
      { tickMs: 5_000, cpuUsageUs: 200_000 },
    );
    expect(cpu).toEqual({ missing: 'its counters began anew' });
    expect(isAfterGap).toBe(true);
  });

  it('is missing when more was used than the node has: some counter is another one', () => {
    const { isAfterGap } = rateOf(
      { tickMs: 0, cpuUsageUs: 0 },
      { tickMs: 5_000, cpuUsageUs: 30_000_000 },
    );
    expect(isAfterGap).toBe(true);
  });

  it('is missing after a time when nobody watched', () => {
    const { cpu } = rateOf({ tickMs: 0, cpuUsageUs: 0 }, { tickMs: 16_000, cpuUsageUs: 1_000 });
    expect(cpu).toEqual({ missing: 'nobody watched before' });
  });

  it('is told when one reading came late', () => {
    const { isAfterGap } = rateOf(
      { tickMs: 0, cpuUsageUs: 0 },
      { tickMs: 14_000, cpuUsageUs: 1_000 },
    );
    expect(isAfterGap).toBe(false);
  });

  it("does not follow the wall clock's jumps", () => {
    const { cpu } = rateOf(
      { tickMs: 0, takenAtMs: 9_000_000, cpuUsageUs: 0 },
      { tickMs: 5_000, takenAtMs: 1_000, cpuUsageUs: 5_000_000 },
    );
    expect(cpu).toBe(1);
  });

  it("is missing when the runtime's clock, by which its figures are stamped, was set", () => {
    for (const nowMs of [1_000, 900_000]) {
      const { cpu } = rateOf(
        { tickMs: 100_000, heardMs: 0, cpuUsageUs: 0 },
        { tickMs: nowMs, heardMs: 10_000, cpuUsageUs: 5 },
      );
      expect(cpu).toEqual({ missing: "the runtime's clock was set" });
    }
  });

  it('a reading that is the one before is no sample', () => {
    expect(rateOf({ tickMs: 5 }, { tickMs: 5, heardMs: 9_000 }).sample).toBeNull();
  });

  it('a reading just after the one before is no sample: its rate would be jitter', () => {
    expect(rateOf({ tickMs: 0 }, { tickMs: 399, cpuUsageUs: 900 }).sample).toBeNull();
    expect(rateOf({ tickMs: 0 }, { tickMs: 400, cpuUsageUs: 200_000 }).cpu).toBe(0.5);
  });

  it('what is missing for good keeps its own reason', () => {
    const missing = { missing: 'not reported by containerd 2.1' };
    expect(rateOf(null, { cpuUsageUs: missing }).cpu).toEqual(missing);
    expect(rateOf({ cpuUsageUs: missing }, { tickMs: 5_000, cpuUsageUs: missing }).cpu).toEqual(
      missing,
    );
    expect(rateOf({ cpuUsageUs: missing }, { tickMs: 5_000, cpuUsageUs: 4 }).cpu).toEqual({
      missing: 'a rate is known from the second reading on',
    });
  });
});

describe('throttling', () => {
  const throttledOf = (before: readonly number[], now: readonly number[]) =>
    rateOf(
      { cpuPeriods: before[0] ?? 0, cpuThrottledPeriods: before[1] ?? 0 },
      { tickMs: 5_000, cpuPeriods: now[0] ?? 0, cpuThrottledPeriods: now[1] ?? 0 },
    ).sample?.figures.cpuThrottledRatio;

  it('is the share of periods since the reading before', () => {
    expect(throttledOf([1_000, 500], [1_050, 510])).toBe(0.2);
  });

  it('is 0 when no period passed', () => {
    expect(throttledOf([1_000, 500], [1_000, 500])).toBe(0);
  });

  it('without a limit is missing', () => {
    const missing = { missing: 'it has no CPU limit' };
    const now = { tickMs: 5_000, cpuPeriods: missing, cpuThrottledPeriods: missing };
    expect(rateOf({}, now).sample?.figures.cpuThrottledRatio).toEqual(missing);
  });
});

describe('the network', () => {
  const network = (tickMs: number, receivedBytes: number, sentBytes: number) => ({
    tickMs,
    receivedBytes,
    sentBytes,
  });

  it('is told a second, by its own readings', () => {
    const { sample } = rateOf(
      { network: network(0, 1_000, 0) },
      { tickMs: 5_000, network: network(4_000, 9_000, 400) },
    );
    expect(sample?.figures).toMatchObject({
      receivedBytesPerSecond: 2_000,
      sentBytesPerSecond: 100,
    });
  });

  it('that began anew is missing, and the rest of the sample is not', () => {
    const { sample, cpu, isAfterGap } = rateOf(
      { network: network(0, 1_000, 0) },
      { tickMs: 5_000, cpuUsageUs: 5_000_000, network: network(5_000, 10, 0) },
    );
    expect(sample?.figures.receivedBytesPerSecond).toEqual({ missing: 'its counters began anew' });
    expect(cpu).toBe(1);
    expect(isAfterGap).toBe(false);
  });

  it("of the node is missing in the source's words", () => {
    const missing = { missing: "the pod is in the node's own network" };
    const { sample } = rateOf({ network: missing }, { tickMs: 5_000, network: missing });
    expect(sample?.figures.sentBytesPerSecond).toEqual(missing);
  });

  it('that was heard once only has no rate', () => {
    const same = network(0, 1_000, 0);
    const { sample } = rateOf({ network: same }, { tickMs: 5_000, network: same });
    expect(sample?.figures.receivedBytesPerSecond).toHaveProperty('missing');
  });

  it('that is told seldom keeps its rate until it is told again, for a while', () => {
    const heard = (tickMs: number, networkMs: number, receivedBytes: number) =>
      reading({ tickMs, network: network(networkMs, receivedBytes, 0) });
    const told = (before: Reading, now: Reading, latest: Sample | null) =>
      toSample(before, now, { ...OPTIONS, latest });
    const first = told(heard(0, 0, 0), heard(10_000, 10_000, 5_000), null);
    expect(first?.figures.receivedBytesPerSecond).toBe(500);
    const held = told(heard(10_000, 10_000, 5_000), heard(15_000, 10_000, 5_000), first);
    expect(held?.figures.receivedBytesPerSecond).toBe(500);
    const next = told(heard(15_000, 10_000, 5_000), heard(20_000, 20_000, 6_000), held);
    expect(next?.figures.receivedBytesPerSecond).toBe(100);
    const old = told(heard(32_000, 20_000, 6_000), heard(37_000, 20_000, 6_000), next);
    expect(old?.figures.receivedBytesPerSecond).toHaveProperty('missing');
  });
});
