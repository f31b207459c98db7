import type { Finding } from '../contract/finding.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { quote } from './evidence.ts';
import { run } from './next-checks.ts';

const SYSTEMD = 'systemd';

const ASKS_RUNTIME_GATE = 'KubeletCgroupDriverFromCRI';
/** Minor version of kubelet from which on it asks the runtime for the driver unless told not to. */
const ASKS_RUNTIME_SINCE = 31;

/** Newer kubelets take the driver from a runtime that can tell it, whatever their own file says. */
function asksRuntime(snapshot: NodeSnapshot, gates: Readonly<Record<string, boolean>>): boolean {
  const { runtimeName, runtimeVersion } = valueOr(snapshot.version, UNKNOWN_VERSION);
  // containerd tells its driver from 2.0 on.
  if (runtimeName === 'containerd' && /^v?1\./.test(runtimeVersion)) return false;
  if (gates[ASKS_RUNTIME_GATE] !== undefined) return gates[ASKS_RUNTIME_GATE];
  const line = valueOr(snapshot.kubeletLog, []).findLast(
    (item) => item.message === 'Kubelet version',
  );
  const minor = /^v?1\.(\d+)/.exec(line?.fields['kubeletVersion'] ?? '')?.[1];
  return minor === undefined || Number(minor) >= ASKS_RUNTIME_SINCE;
}

const UNKNOWN_VERSION = { runtimeName: '', runtimeVersion: '' };

/** kubelet and runtime put pods under different managers of cgroups; null where they agree or one does not tell. */
export function driverMismatch(snapshot: NodeSnapshot): Finding | null {
  const { config } = snapshot.kubelet;
  if (!config.available || !snapshot.runtime.available) return null;
  const wanted = config.value.cgroupDriver;
  const found = snapshot.runtime.value.cgroupDriver;
  if (wanted === null || found === null || wanted === '' || found === '') return null;
  if ((wanted === SYSTEMD) === (found === SYSTEMD)) return null;
  if (asksRuntime(snapshot, config.value.featureGates)) return null;
  return {
    id: 'cgroup-driver-mismatch',
    cause: 'cgroup-driver-mismatch',
    severity: 'critical',
    title: `kubelet uses cgroup driver ${wanted}, the runtime ${found}`,
    effect:
      'Two managers own one tree of cgroups: pods start, but their limits and accounting are wrong, and under load they are restarted all over the node.',
    pods: [],
    since: null,
    evidence: [
      quote('kubelet', 'GET /configz cgroupDriver', config.asOfMs, wanted),
      quote('cri', 'cgroup driver of RuntimeConfig or info', snapshot.runtime.asOfMs, found),
    ],
    nextChecks: [
      run("See kubelet's side", 'grep -i cgroupDriver /var/lib/kubelet/config.yaml'),
      run("See the runtime's side", 'crictl info | grep -i -E "systemdCgroup|cgroup"'),
    ],
  };
}
