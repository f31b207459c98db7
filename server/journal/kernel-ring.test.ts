import { describe, expect, it } from 'vitest';
import { canReadKernelRing, followKernelRing, parseRingRecord } from './kernel-ring.ts';

const isReadable = await canReadKernelRing('/');

describe('parseRingRecord', () => {
  it('reads priority, time since boot and message, without its details', () => {
    const record = '6,339,5140900,-;NET: Registered protocol family 10\n SUBSYSTEM=acpi\n';
    expect(parseRingRecord(record, 1_000_000)).toEqual({
      text: 'NET: Registered protocol family 10',
      where: '/dev/kmsg',
      writtenAtMs: 1_005_140,
      priority: 6,
    });
  });

  it.each([
    ['what a program wrote', '30,340,5690716,-;systemd[1]: hello\n'],
    ['no record', 'hello'],
    ['nothing', ''],
  ])('passes over %s', (_name, record) => {
    expect(parseRingRecord(record, 0)).toBeNull();
  });
});

describe.skipIf(!isReadable)('the ring of this machine', () => {
  it('is read to its end without being held there, and ends with the signal', async () => {
    const controller = new AbortController();
    let count = 0;
    for await (const batch of followKernelRing({ signal: controller.signal, hostRoot: '/' })) {
      count += batch.lines.length;
      for (const { writtenAtMs } of batch.lines)
        expect(writtenAtMs).toBeLessThan(Date.now() + 5_000);
      if (batch.isCaughtUp) controller.abort();
    }
    expect(count).toBeGreaterThan(0);
  });
});

describe('a node without a ring', () => {
  it('has none', async () => {
    expect(await canReadKernelRing('/nowhere')).toBe(false);
    expect(await canReadKernelRing('/etc/hostname')).toBe(false);
  });
});
