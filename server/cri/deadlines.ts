/** 10 s: a list of a busy node takes 2–3 s; kubelet's own limit of 2 min is too long for a page. */
const READ_DEADLINE_MS = 10_000;
/** 2 min: kubelet's usual limit for a call that changes something. */
const CHANGE_DEADLINE_MS = 120_000;
/** Calls that kubelet lets run longer: twice its limit for a sandbox, and a pull as long as a large image takes. */
const LONG_DEADLINES_MS: Readonly<Record<string, number>> = {
  RunPodSandbox: 240_000,
  PullImage: 1_800_000,
};
/** Calls that only look, by their names. */
const READS =
  /^(List|Stream|Version$|Status$|PodSandboxStatus$|ContainerStatus$|ImageStatus$|ImageFsInfo$|ContainerStats$|PodSandboxStats$|RuntimeConfig$|Info$|Read$|Stat$|Plugins$|Server$)/u;

/** True for a call that only looks and so is quick: one that stays unanswered hangs. */
export function isRead(rpc: string): boolean {
  return READS.test(rpc);
}

/** The deadline of a call whose caller gave none. */
export function defaultDeadlineMs(rpc: string): number {
  return LONG_DEADLINES_MS[rpc] ?? (isRead(rpc) ? READ_DEADLINE_MS : CHANGE_DEADLINE_MS);
}
