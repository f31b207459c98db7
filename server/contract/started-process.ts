/** A process that was started in a container, told from a later one of the same number by its start. */
export interface StartedProcess {
  readonly pid: number;
  readonly startedAfterMs: number;
  readonly containerId: string;
  readonly command: string;
}

/** A process that goes on, as a person can find it. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
  /** Its number within the container; null where it is not told. */
  readonly innerPid: number | null;
}
