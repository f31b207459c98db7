import type { Feed } from './feed.ts';
import { followKernel, followUnit, knownUnit } from './journald.ts';
import { followKernelRing, KERNEL_RING_PATH } from './kernel-ring.ts';
import { followFile } from './log-tail.ts';
import { resolveLogPath } from './resolve-log-path.ts';

/** Where a log is: a file of the node, a unit in its journal, or the kernel's own words there or in its ring. */
export type LogPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'unit'; readonly unit: string }
  | { readonly kind: 'kernel-journal' }
  | { readonly kind: 'kernel-ring' };

export interface FeedOptions {
  readonly hostRoot: string;
  readonly signal: AbortSignal;
  /** Another program in journalctl's place, for tests. */
  readonly journalctl?: string;
}

/** Days of a calm node; one that logs every packet fills any number. */
const KERNEL_PAST_LINES = 10_000;

const file = (path: string): LogPlace => ({ kind: 'file', path });
const unit = (name: string): LogPlace => ({ kind: 'unit', unit: name });

const RKE2 = '/var/lib/rancher/rke2/agent';
const K3S = '/var/lib/rancher/k3s/agent';
const RANCHER_UNITS = ['k3s', 'k3s-agent', 'rke2-server', 'rke2-agent'];

/** Where the runtime behind this endpoint usually logs, likeliest first. */
export function runtimeLogPlaces(endpoint: string | null): readonly LogPlace[] {
  const socket = endpoint ?? '';
  if (socket.includes('crio')) {
    return [unit('crio'), file('/var/log/crio/crio.log'), file('/var/log/crio.log')];
  }
  // k3s and rke2 share one socket path; their containerd writes a file of its own.
  if (socket.includes('/k3s/')) {
    const logs = [K3S, RKE2].map((folder) => file(`${folder}/containerd/containerd.log`));
    return [...logs, ...RANCHER_UNITS.map(unit)];
  }
  if (socket.includes('/k0s/')) return [unit('k0sworker'), unit('k0scontroller')];
  if (socket.includes('microk8s')) return [unit('snap.microk8s.daemon-containerd')];
  return [
    unit('containerd'),
    file('/var/log/containerd.log'),
    file('/var/log/containerd/containerd.log'),
  ];
}

/** Where kubelet usually logs on a node with this runtime endpoint, likeliest first. */
export function kubeletLogPlaces(endpoint: string | null): readonly LogPlace[] {
  const socket = endpoint ?? '';
  if (socket.includes('/k3s/')) {
    // Without systemd k3s writes a file.
    return [file(`${RKE2}/logs/kubelet.log`), ...RANCHER_UNITS.map(unit), file('/var/log/k3s.log')];
  }
  if (socket.includes('/k0s/')) return [unit('k0sworker'), unit('k0scontroller')];
  if (socket.includes('microk8s')) {
    return [unit('snap.microk8s.daemon-kubelite'), unit('snap.microk8s.daemon-kubelet')];
  }
  return [unit('kubelet'), file('/var/log/kubelet.log'), file('/var/log/kubernetes/kubelet.log')];
}

/** Where the kernel's lines may be, best first: the journal keeps earlier boots, the ring is lost with its own. */
export const KERNEL_LOG_PLACES: readonly LogPlace[] = [
  { kind: 'kernel-journal' },
  file('/var/log/kern.log'),
  { kind: 'kernel-ring' },
  file('/var/log/messages'),
  file('/var/log/syslog'),
];

/** What --runtime-log or --kubelet-log names: an absolute path or a unit of the closed list; null for anything else. */
export function parseLogPlace(option: string): LogPlace | null {
  if (option.startsWith('/')) return file(option);
  const known = knownUnit(option);
  return known === null ? null : unit(known);
}

/** In words, for the sources panel. */
export function describePlace(place: LogPlace): string {
  if (place.kind === 'file') return `the file ${place.path}`;
  if (place.kind === 'unit') return `unit ${place.unit} in journald`;
  return place.kind === 'kernel-journal' ? "the kernel's lines in journald" : KERNEL_RING_PATH;
}

/** Follows the log at this place. */
export function feedOf(place: LogPlace, options: FeedOptions): Feed {
  const { signal, hostRoot, journalctl } = options;
  const command = journalctl === undefined ? {} : { command: journalctl };
  if (place.kind === 'file') {
    const resolve = (): Promise<string> => resolveLogPath(hostRoot, place.path);
    return followFile(place.path, { signal, resolve });
  }
  if (place.kind === 'kernel-ring') return followKernelRing({ signal, hostRoot });
  if (place.kind === 'kernel-journal') {
    return followKernel({ signal, hostRoot, pastLines: KERNEL_PAST_LINES, ...command });
  }
  return followUnit(place.unit, { signal, hostRoot, ...command });
}
