/** One CRI call, or several tries folded, as told by the runtime's log. */
export type JournalCall =
  | 'RunPodSandbox'
  | 'StopPodSandbox'
  | 'RemovePodSandbox'
  | 'PullImage'
  | 'CreateContainer'
  | 'StartContainer'
  | 'StopContainer'
  | 'RemoveContainer';

export interface CallRecord {
  readonly call: JournalCall;
  readonly beganAtMs: number | null;
  readonly endedAtMs: number | null;
  /** `open`: a begin without an end; "in flight" needs a second witness and is judged elsewhere. */
  readonly outcome: 'ok' | 'failed' | 'open';
  readonly error: string | null;
  /** Why an open call may have ended without a line ("12 log lines were suppressed since"); absent when nothing says so. */
  readonly doubt?: string;
  /** Pod metadata of RunPodSandbox; null in calls that name ids only. CRI-O often tells no uid: then "". */
  readonly pod: {
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
    readonly attempt: number;
  } | null;
  readonly sandboxId: string | null;
  readonly containerId: string | null;
  /** Container metadata of CreateContainer. */
  readonly container: { readonly name: string; readonly attempt: number } | null;
  readonly imageRef: string | null;
  /** file:line of the line that ended (or, when open, began) the call. */
  readonly where: string;
  /** That line's text, control sequences stripped. */
  readonly text: string;
}

/** One line of a log, parsed as far as its form allows. */
export interface LogLine {
  readonly atMs: number | null;
  readonly level: 'debug' | 'info' | 'warning' | 'error' | 'fatal';
  /** The message without time, level and fields. */
  readonly message: string;
  /** logfmt or klog key=value pairs (unquoted). */
  readonly fields: Readonly<Record<string, string>>;
  /** file:line. */
  readonly where: string;
  /** The whole entry as written (multi-line klog entries joined), control sequences stripped. */
  readonly text: string;
}
