import type { ActionPreview } from '../contract/action.ts';
import type { Section } from '../contract/section.ts';

/** What was seen of kubelet just now. */
export interface KubeletSigns {
  /** Each of its ports, asked without a credential. */
  readonly ports: readonly PortSign[];
  /** Its process; available and null: the node has none. */
  readonly process: Section<{ readonly pid: number; readonly command: string } | null>;
  /** When it last renewed its lease, by its own clock, which is the node's; null where that is not known. */
  readonly heartbeatAtMs: number | null;
  readonly heartbeatEverySeconds: number;
}

export interface PortSign {
  readonly where: string;
  readonly result: 'answered' | 'refused' | 'silent';
  /** A clause without a full stop. */
  readonly words: string;
  /** Whether that nobody listens there says something about this node. */
  readonly isOfNode: boolean;
}

export interface KubeletLife {
  readonly state: ActionPreview['kubelet']['state'];
  readonly reason: string;
  /** For state unknown: what would make it known. */
  readonly advice: string | null;
}

const SEE_PROCESSES =
  "Let cri-triage see the node's processes (hostPID: true in a pod, and --host-root where the node's root is mounted), or name kubelet's port with --kubelet.";

/**
 * Whether kubelet lives, by what was seen of it. One sign of life is enough; that it is dead needs its absence among the
 * node's processes, or a closed port that is known to be its own. Pure and total.
 */
export function judgeKubeletLife(signs: KubeletSigns, nowMs: number): KubeletLife {
  return byPort(signs) ?? byProcess(signs) ?? byHeartbeat(signs, nowMs) ?? byAbsence(signs);
}

function byPort({ ports }: KubeletSigns): KubeletLife | null {
  const answering = ports.find(({ result }) => result === 'answered');
  if (answering === undefined) return null;
  return life('alive', `kubelet is alive: ${answering.words}.`);
}

function byProcess({ process, ports }: KubeletSigns): KubeletLife | null {
  if (!process.available || process.value === null) return null;
  const { pid, command } = process.value;
  const silent = ports.length === 0 ? '' : ', though none of its ports answers';
  return life('alive', `kubelet is alive: process ${pid} (${command}) runs${silent}.`);
}

/** One that ended this shortly ago is as a rule just being started again. */
function byHeartbeat(signs: KubeletSigns, nowMs: number): KubeletLife | null {
  const { heartbeatAtMs, heartbeatEverySeconds } = signs;
  if (heartbeatAtMs === null) return null;
  const ageSeconds = Math.round((nowMs - heartbeatAtMs) / 1_000);
  if (ageSeconds >= heartbeatEverySeconds) return null;
  const ago = ageSeconds <= 0 ? 'just now' : `${ageSeconds} s ago`;
  return {
    state: 'unknown',
    reason: `kubelet renewed its lease ${ago} and is not to be seen now: it may just be starting again.`,
    advice: `Look again in ${heartbeatEverySeconds - Math.max(ageSeconds, 0)} s.`,
  };
}

function byAbsence({ ports, process }: KubeletSigns): KubeletLife {
  const closed = ports.filter(({ result }) => result === 'refused');
  const words = ports.map((port) => port.words).join('; ');
  if (process.available) {
    const also = words === '' ? '' : `, and none of its ports answers (${words})`;
    return life('dead', `kubelet does not run: it is not among this node's processes${also}.`);
  }
  const known = closed.filter(({ isOfNode }) => isOfNode);
  if (known.length > 0 && closed.length === ports.length) {
    return life('dead', `kubelet does not run: ${words}.`);
  }
  const asked = words === '' ? 'none of its ports could be asked' : words;
  const reason = `Whether kubelet lives is not known. ${process.reason} Beyond that, ${asked}.`;
  return { state: 'unknown', reason, advice: SEE_PROCESSES };
}

function life(state: KubeletLife['state'], reason: string): KubeletLife {
  return { state, reason, advice: null };
}
