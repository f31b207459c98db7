import type { FixStep } from '../../contract/fix.ts';

/**
 * One rung before names are filled in. Places like {pod} stand for one word of the shell and are quoted when filled,
 * so a command must not put them into quotes of its own.
 */
export interface Rung {
  readonly text: string;
  readonly command: string | null;
  /** The command on CRI-O, where it differs. */
  readonly onCrio: string | null;
  readonly cost: string;
  readonly harm: FixStep['harm'];
}

/** Ladders by cause, least harm first. */
export type FixTable = Readonly<Record<string, readonly Rung[]>>;

type RungMaker = (text: string, command?: string, onCrio?: string) => Rung;

/** Makes rungs of one kind: the harm orders them, the cost says it in words. */
export function rungOf(harm: FixStep['harm'], cost: string): RungMaker {
  return (text, command, onCrio) => ({
    text,
    command: command ?? null,
    onCrio: onCrio ?? null,
    cost,
    harm,
  });
}

/** Reading, waiting, putting something where it was missing. */
export const free = rungOf('none', 'nothing');
/** Work at another place than this node: a registry, the cloud, the API. */
export const elsewhere = rungOf('none', 'nothing on this node; a change elsewhere');
/** A limit or a file of the node that is in force at once. */
export const setting = rungOf('none', 'a setting of the whole node; nothing restarts');
/** A package or a file more on the node. */
export const install = rungOf('none', 'a package more on the node; nothing restarts');

export const restartsContainer = rungOf('pod', 'this container starts anew');
export const restartsPod = rungOf('pod', 'this pod is made anew');
export const rollsOut = rungOf('pod', 'the workload rolls out: its pods are replaced one by one');
export const rebuilds = rungOf('pod', 'a new image; the workload rolls out');
export const weakens = rungOf('pod', 'the pod is made anew with less protection');
/** Things of the network that many pods use through one agent. */
export const restartsAgent = rungOf('pod', 'the agent of this node is away for seconds');

export const restartsKubelet = rungOf('node', 'containers go on; kubelet is away for seconds');
export const restartsRuntime = rungOf(
  'node',
  'containers go on; exec, logs and new pods wait for seconds',
);
export const movesPods = rungOf('node', 'the pods of this node are ended and made elsewhere');
export const reboots = rungOf('node', 'every pod of this node restarts');
/** Something of the whole node becomes less safe. */
export const weakensNode = rungOf('node', 'every pod of this node has less protection');

export const losesImages = rungOf('data', 'all images of this node are pulled again');

/** Opens the file first: what is copied without a look must not restart anything before it was edited. */
export const EDIT_KUBELET_CONFIG = 'vi /var/lib/kubelet/config.yaml && systemctl restart kubelet';
export const EDIT_CONTAINERD_CONFIG =
  'vi /etc/containerd/config.toml && systemctl restart containerd';
export const EDIT_CRIO_CONFIG = 'vi /etc/crio/crio.conf.d/99-local.conf && systemctl restart crio';

export const DELETE_POD = restartsPod(
  'Delete the pod; its controller makes a new one',
  'kubectl delete pod -n {namespace} {pod}',
);
export const RESTART_RUNTIME = restartsRuntime('Restart the runtime', 'systemctl restart {unit}');
export const RESTART_KUBELET = restartsKubelet('Restart kubelet', 'systemctl restart kubelet');
export const DRAIN = movesPods(
  'Take the pods off this node until it is mended',
  'kubectl drain {node} --ignore-daemonsets',
);
export const REBOOT = reboots(
  'Drain the node, then reboot it',
  'kubectl drain {node} --ignore-daemonsets && systemctl reboot',
);
