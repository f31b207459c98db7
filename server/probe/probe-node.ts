import type { Explanation } from '../contract/explain.ts';
import type { UsualDuration } from '../contract/history.ts';
import type { RuntimeHealth } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { Probe, ProbeOptions } from '../contract/probe.ts';
import type { Cri } from '../cri/cri.ts';

/** A pod of ours or the stuck one beside it. */
export interface NamedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
}

export type ProbeCri = Pick<Cri, 'runtime' | 'sandboxes' | 'containers' | 'images' | 'changes'>;

/** Folders of probes below the node's root of pod logs. Refusals are sentences; nothing rejects. */
export interface ProbeFolders {
  /** Makes it where it is missing; null, or why it could not be made. */
  make(path: string): Promise<string | null>;
  /** Takes it away with what is in it; null when it is no more, or why it is still there. */
  remove(path: string): Promise<{ readonly why: string; readonly isReadOnly: boolean } | null>;
  /** Those of earlier probes, with the time of their last change. */
  list(): Promise<readonly { readonly path: string; readonly changedAtMs: number }[]>;
  /** The last lines that the container wrote, oldest first; empty while there is none to read. */
  readTail(path: string, maxLines: number): Promise<Probe['output']>;
}

/** What probes ask of the node they run on. */
export interface ProbeNode {
  readonly cri: ProbeCri;
  readonly folders: ProbeFolders;
  health(): RuntimeHealth;
  /** The pod log root as the node calls it. */
  podLogs(): Promise<string>;
  explain(text: string): Explanation;
  /** What the pipeline says of a pod now; null when it does not know it. */
  podDetail(pod: NamedPod, signal: AbortSignal): Promise<PodDetail | null>;
  usual(): readonly UsualDuration[];
  /** Whether the runtime's log tells that somebody stopped or removed that sandbox or container; null where it cannot be read. */
  wasStopped(id: string, signal: AbortSignal): Promise<boolean | null>;
  /** Said before a probe: what is wrong with the node already. */
  warnings(cniConfDir: string | null, signal: AbortSignal): Promise<ProbeOptions['warnings']>;
  /** "<pid>.<start time>" of this process. */
  readonly owner: string;
  isOwnerAlive(owner: string): Promise<boolean>;
}

/** What is told in the server's own log. */
export interface ProbeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
