/**
 * What kubelet hides of /proc and /sys in every container, and what it makes read-only there (procMount: Default). A
 * path that a kernel does not have is passed over by the runtime.
 */
export const MASKED_PATHS = [
  '/proc/asound',
  '/proc/acpi',
  '/proc/interrupts',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/sys/firmware',
  '/sys/devices/virtual/powercap',
] as const;

export const READONLY_PATHS = [
  '/proc/bus',
  '/proc/fs',
  '/proc/irq',
  '/proc/sys',
  '/proc/sysrq-trigger',
] as const;

/**
 * Paths that newer kubelets hide and older ones did not: a configuration without them asks for nothing that a pod of an
 * older node would not get.
 */
const HIDDEN_LATELY: ReadonlySet<string> = new Set([
  '/proc/interrupts',
  '/sys/devices/virtual/powercap',
  '/proc/asound',
]);

/** The paths of `wanted` that are not in `given`, but for those that older kubelets leave open. */
export function missingPaths(
  wanted: readonly string[],
  given: readonly unknown[],
): readonly string[] {
  return wanted.filter((path) => !given.includes(path) && !HIDDEN_LATELY.has(path));
}
