import type { Evidence } from '../../server/contract/evidence.ts';

/** Who says it, as people call the source. */
export const SPEAKER: Readonly<Record<Evidence['source'], string>> = {
  cri: 'CRI',
  containerd: 'containerd',
  'runtime-log': 'runtime log',
  kubelet: 'kubelet',
  'kubelet-log': 'kubelet log',
  'pod-log': 'container log',
  manifest: 'manifest',
  host: 'node file',
  'kernel-log': 'kernel log',
  kube: 'API server',
  history: 'history',
};

/** A piece of evidence as it is quoted: with its speaker by name. */
export function quoteOf({ source, ...piece }: Evidence) {
  return { ...piece, speaker: SPEAKER[source] };
}
