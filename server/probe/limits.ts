import type { ProbeCall } from '../contract/probe-words.ts';
import { PROBE_UNWATCHED_MS } from '../contract/probe-words.ts';

/** How long everything about a probe may take; a test sets what it wants to see happen. */
export interface ProbeLimits {
  /** Of each call: what kubelet grants it, but for pulls. */
  readonly callMs: Readonly<Record<Exclude<ProbeCall, 'Observe'>, number>>;
  /** Of a whole probe, by its mode; a pull that has to be made comes on top. */
  readonly deadlineMs: Readonly<Record<'all' | 'step', number>>;
  /** A probe that waits and that nobody asks for is given up after this. */
  readonly unwatchedMs: number;
  /** Between two looks for the sandbox of a probe that waits. */
  readonly lookMs: number;
  /** How long a container is watched after its start. */
  readonly observeMs: number;
  readonly observeEachMs: number;
  /** How long the pipeline is asked for a cause that the error does not tell. */
  readonly verdictMs: number;
  /** Least time between two readings of a running call's parts. */
  readonly progressEachMs: number;
  readonly removal: RemovalLimits;
  readonly sweepEachMs: number;
  /** Until the runtime has answered the first sweep. */
  readonly firstSweepEachMs: number;
  /** The clean-up of a server that is told to stop. */
  readonly closeMs: number;
}

export interface RemovalLimits {
  /** Of each call of the clean-up: CRI-O waits for as long as the client does. */
  readonly callMs: number;
  /** What a container is given to end by itself. */
  readonly graceSeconds: number;
  /** Looks for what a broken-off call may still have made, each so long after the one before. */
  readonly lookAgainMs: readonly number[];
}

const MINUTE_MS = 60_000;

export const LIMITS: ProbeLimits = {
  callMs: {
    // kubelet's: twice its usual limit for a sandbox.
    RunPodSandbox: 4 * MINUTE_MS,
    // kubelet has none; an image that takes longer proves nothing more about the node.
    PullImage: 10 * MINUTE_MS,
    CreateContainer: 2 * MINUTE_MS,
    StartContainer: 2 * MINUTE_MS,
  },
  // One call that hangs ends by its own limit, which says more; a person who goes step by step reads in between.
  deadlineMs: { all: 5 * MINUTE_MS, step: 10 * MINUTE_MS },
  unwatchedMs: PROBE_UNWATCHED_MS,
  // kubelet looks for sandboxes that are none of its pods' every 2 s.
  lookMs: 2_000,
  // Most commands that cannot work end within a second.
  observeMs: 1_500,
  observeEachMs: 100,
  // A log line is read within a second of the call's answer.
  verdictMs: 1_500,
  progressEachMs: 500,
  removal: {
    // A stop takes milliseconds; ten seconds are a runtime in trouble.
    callMs: 10_000,
    // Nothing that runs in a probe has work to finish.
    graceSeconds: 0,
    // What a runtime was doing when its client left comes to be within a second or two; later, the sweep finds it.
    lookAgainMs: [500, 1_500],
  },
  sweepEachMs: MINUTE_MS,
  firstSweepEachMs: 5_000,
  closeMs: 5_000,
};
