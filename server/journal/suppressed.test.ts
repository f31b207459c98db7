import { describe, expect, it } from 'vitest';
import { pairCalls } from './pair-calls.ts';
import { suppressedCount, tellsSuppression } from './suppressed.ts';

const line = (message: string) => ({
  atMs: 1,
  level: 'info' as const,
  message,
  fields: {},
  where: 'x',
  text: message,
});
const pull = line('PullImage "registry.example/a:1"');

describe('suppressedCount', () => {
  it.each([
    ['Suppressed 412 messages from containerd.service', 412],
    ['Suppressed 5 messages from /system.slice/containerd.service', 5],
    ['Suppressed 5 messages from unit crio.service', 5],
    ['Nov 29 20:50:39 n systemd-journald[1]: Suppressed 7 messages from k3s-agent.service', 7],
    ['Suppressed 9 messages from snap.microk8s.daemon-containerd.service', 9],
    ['rsyslogd: imjournal: 33 messages lost due to rate-limiting (20000 allowed)', 33],
    ['rsyslogd: imuxsock lost 12 messages from pid 1 due to rate-limiting', 12],
    ['Suppressed 412 messages from kubelet.service', 0],
    ['Suppressed 412 messages from ssh.service', 0],
    ['there are no messages from containerd', 0],
  ])('%s', (message, count) => {
    expect(suppressedCount(line(message))).toBe(count);
  });

  it("tells of others' lines too where that is asked", () => {
    expect(tellsSuppression(line('Suppressed 4 messages from kubelet.service'))).toBe(true);
    expect(tellsSuppression(line('hello'))).toBe(false);
  });
});

describe('calls that are open at a gap', () => {
  it("are doubted when the runtime's lines are lost, not when another unit's are", () => {
    const [doubted] = pairCalls([pull, line('Suppressed 4 messages from containerd.service')]);
    expect(doubted?.doubt).toContain('4 log lines');
    const [sure] = pairCalls([pull, line('Suppressed 4 messages from ssh.service')]);
    expect(sure).not.toHaveProperty('doubt');
  });
});
