import type { NodeProcess } from '../contract/host-facts.ts';

/*
 * Names as the kernel keeps them: 15 characters at most. containerd-shim-runc-v2 and containerd-shim-kata-v2 both read
 * "containerd-shim".
 */
const COMMAND_CHARS = 15;

const RUNTIMES: ReadonlySet<string> = new Set(['containerd', 'crio', 'cri-dockerd']);
/** k3s and rke2's own process hold kubelet within themselves, microk8s's is called kubelite. */
const KUBELETS: ReadonlySet<string> = new Set(['kubelet', 'kubelite', 'k3s-server', 'k3s-agent']);
/** Programs that runtimes start for a container and that end with it. */
const HELPERS =
  /^(?:runc|crun|youki|runsc|kata-runtime|kata-agent|qemu-system|cloud-hypervis|firecracker|virtiofsd)/;

/** The name of a program as the kernel shows it. */
export function shownCommand(program: string): string {
  return program.slice(0, COMMAND_CHARS);
}

export function isShimCommand(command: string): boolean {
  return (
    command.startsWith('containerd-shim') ||
    command === 'conmon' ||
    command === 'conmonrs' ||
    command === 'kata-shim'
  );
}

export function isRuntimeCommand(command: string): boolean {
  return RUNTIMES.has(command);
}

export function isKubeletCommand(command: string): boolean {
  return KUBELETS.has(command);
}

function isHelperCommand(command: string): boolean {
  return HELPERS.test(command);
}

/** What a process is by its name alone; null where the name says nothing. */
export function kindByName(command: string): NodeProcess['kind'] | null {
  if (isShimCommand(command)) return 'shim';
  if (isRuntimeCommand(command)) return 'runtime';
  if (isKubeletCommand(command)) return 'kubelet';
  return isHelperCommand(command) ? 'other' : null;
}
