import type { SourceStatus } from '../contract/node-status.ts';
import type { KubeletError } from './kubelet-error.ts';
import type { PodsAnswer } from './pods.ts';

/** A clause as a sentence. */
export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

export interface KubeletReading {
  readonly answer: PodsAnswer;
  readonly warning: string | null;
  readonly href: string;
  readonly failures: ReadonlyMap<string, KubeletError>;
}

/** How kubelet stands once its pods are read: what is missing beside them is named, with how to get it. */
export function tellKubelet(reading: KubeletReading): Omit<SourceStatus, 'name'> {
  const { answer, warning, href } = reading;
  // A path that a port never serves is no fault of anybody (the read-only port has no /configz).
  const missing = [...reading.failures].filter(([, error]) => error.kind !== 'absent');
  const sentences = [`Reads ${answer.pods.length} pods from ${href}.`];
  if (answer.malformed > 0) {
    sentences.push(`${answer.malformed} entries could not be read as a pod.`);
  }
  for (const [, error] of missing) sentences.push(sentence(error.message));
  if (warning !== null) sentences.push(warning);
  const isSound = answer.malformed === 0 && missing.length === 0;
  return {
    status: isSound ? 'ok' : 'degraded',
    reason: sentences.join(' '),
    enable: missing.length === 0 ? null : uniqueEnables(missing.map(([, error]) => error)),
  };
}

function uniqueEnables(errors: readonly KubeletError[]): string {
  return [...new Set(errors.map((error) => error.enable))].join(' ');
}
