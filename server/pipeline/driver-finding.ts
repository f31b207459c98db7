import type { Finding } from '../contract/finding.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { quote } from './evidence.ts';
import { run } from './next-checks.ts';

const SYSTEMD = 'systemd';

/** kubelet and runtime put pods under different managers of cgroups; null where they agree or one does not tell. */
export function driverMismatch(snapshot: NodeSnapshot): Finding | null {
  const { config } = snapshot.kubelet;
  if (!config.available || !snapshot.runtime.available) return null;
  const wanted = config.value.cgroupDriver;
  const found = snapshot.runtime.value.cgroupDriver;
  if (wanted === null || found === null || wanted === '' || found === '') return null;
  if ((wanted === SYSTEMD) === (found === SYSTEMD)) return null;
  // From 1.28 on kubelet takes the runtime's driver where the runtime tells it, whatever its file says.
  const asksRuntime = config.value.featureGates['KubeletCgroupDriverFromCRI'] === true;
  if (asksRuntime) return null;
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
      quote('cri', 'RuntimeConfig cgroupDriver', snapshot.runtime.asOfMs, found),
    ],
    nextChecks: [
      run("See kubelet's side", 'grep -i cgroupDriver /var/lib/kubelet/config.yaml'),
      run("See the runtime's side", 'crictl info | grep -i -E "systemdCgroup|cgroup"'),
    ],
  };
}
