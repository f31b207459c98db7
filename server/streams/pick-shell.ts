import type { StreamCheck } from '../contract/ticket.ts';
import type { Streaming } from '../cri/cri.ts';
import { saysNoCommand, toRuntimeRefusal } from './runtime-refusal.ts';
import { StreamFailed } from './stream-failed.ts';

/** In the order of comfort; the last two are where PATH is empty, and in debug variants of images without a shell. */
const SHELLS = ['bash', 'sh', '/bin/sh', '/busybox/sh'] as const;
/** 5 s: an exec of nothing takes some 50 ms. */
const TRY_SECONDS = 5;
/** Containers whose shell is known: one question each. */
const MAX_KNOWN = 256;

/** Who the container is, for words and commands. */
export interface ContainerNames {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

export interface ShellPicker {
  /** The best shell that the container has; rejects with StreamFailed where it has none. */
  pick(containerId: string, names: ContainerNames | null, signal: AbortSignal): Promise<string>;
}

/**
 * Tries shells by running nothing in them. By ExecSync: there both runtimes say in the same way that a program is
 * missing, whereas a stream says it on different channels.
 */
export function createShellPicker(streaming: Streaming): ShellPicker {
  const known = new Map<string, string>();
  return {
    async pick(containerId, names, signal) {
      const before = known.get(containerId);
      if (before !== undefined) return before;
      for (const shell of SHELLS) {
        if (!(await hasShell(streaming, { containerId, shell, signal }))) continue;
        const oldest = known.keys().next().value;
        if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
        known.set(containerId, shell);
        return shell;
      }
      throw new StreamFailed('no-shell', NO_SHELL, debugChecks(names, containerId));
    },
  };
}

async function hasShell(
  streaming: Streaming,
  tried: { readonly containerId: string; readonly shell: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { containerId, shell, signal } = tried;
  try {
    const command = [shell, '-c', 'exit 0'];
    const request = { containerId, command, timeoutSeconds: TRY_SECONDS };
    const { exitCode } = await streaming.execSync(request, { signal });
    return exitCode === 0;
  } catch (error) {
    const refusal = toRuntimeRefusal(error);
    if (refusal !== null && saysNoCommand(refusal.words)) return false;
    throw error;
  }
}

const NO_SHELL =
  'The image has neither bash nor sh, which is usual for images that hold one program only. A command that is in the image can still be run; a debug container brings tools along and sees the processes of this one.';

function debugChecks(names: ContainerNames | null, containerId: string): readonly StreamCheck[] {
  const { namespace, pod, container } = names ?? {
    namespace: 'NAMESPACE',
    pod: 'POD',
    container: 'CONTAINER',
  };
  return [
    {
      text: 'Start a debug container beside it (the API server and an image with tools are needed)',
      command: `kubectl debug -n ${namespace} -it ${pod} --image=busybox --target=${container}`,
    },
    {
      text: 'Enter its namespaces with the tools of the node',
      command: `nsenter -n -p -u -i -t "$(crictl inspect ${containerId} | jq .info.pid)"`,
    },
  ];
}
