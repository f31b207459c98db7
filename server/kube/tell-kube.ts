import type { SourceStatus } from '../contract/node-status.ts';
import { HOW_TO_ENABLE, type KubeError } from './kube-error.ts';

type Standing = Omit<SourceStatus, 'name'>;

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** A failure as a section tells it: with the moment since which nothing was answered at all. */
export function reasonOf(error: KubeError, silentSinceMs: number | null): string {
  if (silentSinceMs === null) return sentence(error.message);
  const since = new Date(silentSinceMs).toISOString().slice(11, 19);
  return `The API server has not answered since ${since} UTC: ${error.message}.`;
}

export interface KubeReading {
  readonly nodeName: string;
  readonly host: string | null;
  /** Null before pods were read. */
  readonly podCount: number | null;
  readonly silentSinceMs: number | null;
  /** By what could not be read. */
  readonly failures: ReadonlyMap<string, KubeError>;
}

/** How the API server stands: what it tells, and what is missing with how to get it. */
export function tellKube(reading: KubeReading): Standing {
  const { failures, silentSinceMs, host, nodeName, podCount } = reading;
  const errors = [...failures.values()];
  const [first] = errors;
  if (first === undefined) {
    if (podCount === null) return { status: 'degraded', reason: 'Not asked yet.', enable: null };
    const hint =
      podCount > 0 ? '' : ` No pod is bound to ${nodeName}: is that this node's name there?`;
    const reason = `Reads ${podCount} pods of node ${nodeName} as kubelet last reported them, their events and what is wanted, from ${host}.${hint}`;
    return {
      status: 'ok',
      reason,
      enable: podCount > 0 ? null : 'Give the name with --node-name.',
    };
  }
  const enables = [...new Set(errors.flatMap(({ enable }) => enable ?? []))].join(' ');
  const enable = enables === '' ? null : enables;
  if (silentSinceMs !== null) {
    return { status: 'unavailable', reason: reasonOf(first, silentSinceMs), enable };
  }
  const pods = failures.get('pods');
  if (pods !== undefined) {
    return {
      status: 'unavailable',
      reason: sentence(pods.message),
      enable: enable ?? HOW_TO_ENABLE,
    };
  }
  const missing = [...failures].map(([name, error]) => `${name}: ${error.message}`);
  const read = `Reads ${podCount ?? 0} pods of node ${nodeName} from ${host}.`;
  return { status: 'degraded', reason: `${read} Missing are ${missing.join('; ')}.`, enable };
}
