import type { Evidence, NextCheck } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { PodDetail } from '../contract/pod.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { diskFindings } from './disk-findings.ts';
import { driverMismatch } from './driver-finding.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { kubeletFindings } from './kubelet-findings.ts';
import { run } from './next-checks.ts';

function allPods(pods: readonly PodDetail[]): Finding['pods'] {
  return pods.map((pod) => ({ namespace: pod.namespace, name: pod.name, uid: pod.uid }));
}

function unitOf(snapshot: NodeSnapshot): string {
  const name = snapshot.version.available ? snapshot.version.value.runtimeName : 'containerd';
  return name === 'cri-o' ? 'crio' : 'containerd';
}

/** kubelet's own complaint about the runtime: the only thing it says while its /healthz stays ok. */
function plegLines(snapshot: NodeSnapshot): Evidence[] {
  const line = valueOr(snapshot.kubeletLog, []).findLast((item) =>
    /container runtime is down|PLEG is not healthy/.test(item.text),
  );
  return line === undefined ? [] : [quoteKubeletLine(line)];
}

function hungChecks(unit: string): NextCheck[] {
  return [
    run(
      'See whether its process is stopped (T) or waits on a disk (D)',
      `ps -o pid,stat,wchan:30,etime,args -C ${unit}`,
    ),
    run('Ask it with a limit', 'timeout 5 crictl version'),
    run('Read its last words', `journalctl -u ${unit} -n 100 --no-pager`),
  ];
}

function downChecks(unit: string): NextCheck[] {
  return [
    run('See whether the service runs', `systemctl status ${unit} --no-pager`),
    run('Read why it ended', `journalctl -u ${unit} -n 100 --no-pager`),
  ];
}

function runtimeFinding(snapshot: NodeSnapshot, pods: readonly PodDetail[]): Finding | null {
  const { health } = snapshot;
  if (health.state !== 'hung' && health.state !== 'down') return null;
  const isHung = health.state === 'hung';
  const unit = unitOf(snapshot);
  const call = health.hangingCall ?? 'Version';
  const words =
    health.message ?? (isHung ? `${call} gets no answer` : 'nothing listens on the socket');
  const where = isHung ? call : 'connect';
  return {
    id: isHung ? 'runtime-hung' : 'runtime-down',
    cause: isHung ? 'runtime-hung' : 'runtime-down',
    severity: 'critical',
    title: isHung
      ? `The container runtime does not answer: ${call} hangs`
      : 'The container runtime is down',
    effect:
      'Running containers go on, but nothing can be started, stopped or inspected. What is shown of pods is as of the last answer.',
    pods: allPods(pods),
    since: health.since,
    evidence: [{ ...quote('cri', where, null, words), at: health.since }, ...plegLines(snapshot)],
    nextChecks: isHung ? hungChecks(unit) : downChecks(unit),
  };
}

function networkFinding(snapshot: NodeSnapshot): Finding | null {
  if (!snapshot.runtime.available) return null;
  const runtime = snapshot.runtime.value;
  const condition = runtime.conditions.find((item) => item.type === 'NetworkReady');
  if (condition === undefined || condition.status) return null;
  const directory = runtime.cniConfDir ?? '/etc/cni/net.d';
  const atMs = snapshot.runtime.asOfMs;
  const text = `NetworkReady=false ${condition.reason}: ${condition.message}`;
  const evidence = [quote('cri', 'Status NetworkReady', atMs, text)];
  if (runtime.cniLoadStatus !== null && runtime.cniLoadStatus !== 'OK') {
    evidence.push(quote('cri', 'Status info.lastCNILoadStatus', atMs, runtime.cniLoadStatus));
  }
  return {
    id: 'cni-config-missing',
    cause: 'cni-config-missing',
    severity: 'critical',
    title: 'No usable CNI configuration',
    effect: 'No pod without host network can start here, and kubelet keeps the node NotReady.',
    pods: [],
    since: null,
    evidence,
    nextChecks: [
      run('See what lies in the directory', `ls -l ${directory}`),
      run('See how the runtime reads it', 'crictl info | grep -A3 -i cni'),
      run('See whether the network agent of this node runs', 'crictl pods --namespace kube-system'),
    ],
  };
}

/** What the node's own state tells, whether or not a pod is hit; culprits first. */
export function nodeFindings(
  snapshot: NodeSnapshot,
  pods: readonly PodDetail[],
  nowMs: number,
): readonly Finding[] {
  const runtime = runtimeFinding(snapshot, pods);
  // While the runtime does not answer, its last word about the network is old news, and PLEG only repeats it.
  const network = runtime === null ? networkFinding(snapshot) : null;
  const driver = driverMismatch(snapshot);
  const ofKubelet = kubeletFindings(snapshot, nowMs).filter(
    (item) => runtime === null || item.cause !== 'pleg-unhealthy',
  );
  return [
    ...(runtime === null ? [] : [runtime]),
    ...(driver === null ? [] : [driver]),
    ...diskFindings(snapshot),
    ...ofKubelet,
    ...(network === null ? [] : [network]),
  ];
}
