import type { Cri } from '../../cri/cri.ts';

/** What a snapshot never does: it goes into no container, measures nothing and changes nothing. */
export const NOT_ASKED: Pick<Cri, 'streaming' | 'changes' | 'stats'> = {
  streaming: {
    exec: notAsked,
    attach: notAsked,
    hasTerminal: notAsked,
    portForward: notAsked,
    execSync: notAsked,
  },
  changes: {
    runPodSandbox: notAsked,
    pullImage: notAsked,
    createContainer: notAsked,
    startContainer: notAsked,
    stopContainer: notAsked,
    removeContainer: notAsked,
    stopPodSandbox: notAsked,
    removePodSandbox: notAsked,
    removeImage: notAsked,
  },
  stats: { containers: notAsked, sandboxes: notAsked },
};

/** Throws: whoever calls it is wrong. */
export function notAsked(): never {
  throw new Error('a snapshot does not ask this');
}
