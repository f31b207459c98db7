import type { TimelineEntry } from '../../server/contract/pod.ts';

export type Actor = TimelineEntry['actor'];

/** Who acts in a timeline, in the order of a pod's way: asked for, driven, carried out, run. */
export const ACTORS = ['api', 'kubelet', 'runtime', 'kernel', 'container', 'node'] as const;

export const ACTOR_WORD: Readonly<Record<Actor, string>> = {
  api: 'API server',
  kubelet: 'kubelet',
  runtime: 'runtime',
  kernel: 'kernel',
  container: 'container',
  node: 'node',
};
