import type { SourceStatus } from '../contract/node-status.ts';
import type { FollowerState } from './log-follower.ts';

/** 1 h: a call that seems open because of an older gap has ended or failed by now. */
const GAP_COUNTS_MS = 3_600_000;

/** Lines of the runtime that are known to be lost. */
export interface LogGap {
  readonly lines: number;
  readonly lastAtMs: number;
}

export const NO_GAP: LogGap = { lines: 0, lastAtMs: Number.NEGATIVE_INFINITY };

export interface RuntimeLogFacts {
  readonly state: FollowerState;
  readonly gap: LogGap;
  readonly hidesBegins: boolean;
  readonly dropped: number;
  readonly nowMs: number;
}

/** What makes a log that is read unreliable. */
function troubleOf({
  gap,
  hidesBegins,
  nowMs,
}: RuntimeLogFacts): { reason: string; enable: string } | null {
  if (nowMs - gap.lastAtMs < GAP_COUNTS_MS) {
    return {
      reason: `journald suppressed ${gap.lines} lines of the runtime: calls may seem open that have ended.`,
      enable: 'Raise RateLimitBurst in /etc/systemd/journald.conf.',
    };
  }
  if (hidesBegins) {
    return {
      reason: 'The runtime logs failures only: calls in flight cannot be seen.',
      enable: "Set the runtime's log level to info.",
    };
  }
  return null;
}

/** How the runtime's log stands, for the sources panel. */
export function runtimeLogSource(facts: RuntimeLogFacts): SourceStatus {
  const { status, reason } = facts.state;
  if (status !== 'ok') {
    return {
      name: 'runtime-log',
      status,
      reason,
      enable:
        "Start with --runtime-log and the path of the runtime's log file, or the unit it runs as (containerd, crio, k3s …).",
    };
  }
  const trouble = troubleOf(facts);
  if (trouble !== null) return { name: 'runtime-log', status: 'degraded', ...trouble };
  const suffix =
    facts.dropped === 0 ? '' : ` The newest are kept; ${facts.dropped} older records were dropped.`;
  return { name: 'runtime-log', status, reason: reason + suffix, enable: null };
}

/** How kubelet's log stands. */
export function kubeletLogSource({ status, reason }: FollowerState): SourceStatus {
  const enable =
    "Start with --kubelet-log and the path of kubelet's log file, or the unit it runs in (kubelet, k3s, rke2-agent …).";
  return { name: 'kubelet-log', status, reason, enable: status === 'ok' ? null : enable };
}

/** How the kernel's log stands. */
export function kernelLogSource({ status, reason }: FollowerState): SourceStatus {
  const enable =
    'Run as root where journald, /var/log/kern.log or /dev/kmsg of the node can be read (in a container below --host-root).';
  return { name: 'kernel-log', status, reason, enable: status === 'ok' ? null : enable };
}
