import type { Random } from '../engine/random.ts';

/** 2026-11-29T20:50:43.171651164Z: Go's RFC 3339 with nanoseconds; what is below the millisecond is made up. */
export function toNanoTime(atMs: number, random: Random): string {
  const text = new Date(atMs).toISOString();
  return `${text.slice(0, -1)}${String(random.between(0, 999_999)).padStart(6, '0')}Z`;
}

/** 2026-11-29T20:50:43Z, as kubelet writes times into a pod's status. */
export function toSecondTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

/**
 * 1129 20:50:43.171651, klog's time made of an RFC 3339 one. It bears no year and no zone: it is this machine's local
 * time, since a reader of the file takes it for that.
 */
export function toKlogTime(time: string): string {
  const utcMs = Date.parse(time);
  const localMs = utcMs - new Date(utcMs).getTimezoneOffset() * 60_000;
  const local = new Date(localMs).toISOString();
  return `${local.slice(5, 7)}${local.slice(8, 10)} ${local.slice(11, 20)}${time.slice(20, 26)}`;
}

/** A duration as Go prints it: 500ms, 10s, 1m20s. */
export function toGoDuration(durationMs: number): string {
  if (durationMs < 1000) return `${durationMs}ms`;
  const seconds = Math.round(durationMs / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours > 0) return `${hours}h${minutes}m${rest}s`;
  return minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
