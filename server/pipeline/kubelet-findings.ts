import type { Evidence } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { LogLine } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { run } from './next-checks.ts';
import { pressureFindings } from './pressure-findings.ts';
import { clockWords, iso, spanWords } from './time.ts';

/** 3 min: kubelet's own limit, from which on it calls the node not ready. */
const PLEG_LIMIT_MS = 3 * 60_000;
/** 30 s: kubelet repeats the complaint every five seconds while it lasts. */
const PLEG_REPEAT_MS = 30_000;
/** "has yet to be successful" is said at every start of kubelet, and means nothing. */
const PLEG_COMPLAINT =
  /(?:PLEG is not healthy|pleg was last seen active)(?!.{0,20}yet to be successful)/;
/** 10 s: ten times what a relist may take; the node is not healthy though kubelet does not say so yet. */
const PLEG_SLOW_MS = 10_000;
/** 2 min: kubelet logs something about every pod it looks at within that time. */
const SILENCE_MS = 2 * 60_000;
/** 5 min: a complaint older than that is over. */
const COMPLAINT_MS = 5 * 60_000;

const KUBELET_CHECKS = [
  run('See whether the service runs', 'systemctl status kubelet --no-pager'),
  run('Read its last words', 'journalctl -u kubelet -n 50 --no-pager'),
];

function finding(
  given: Pick<Finding, 'cause' | 'severity' | 'title' | 'effect' | 'since' | 'nextChecks'>,
  evidence: readonly Evidence[],
): Finding {
  return { id: given.cause, pods: [], evidence: [...evidence], ...given };
}

/** kubelet's health endpoint does not answer well, and its log is silent. */
function kubeletDown(snapshot: NodeSnapshot, nowMs: number): Finding | null {
  const { health } = snapshot.kubelet;
  if (!health.available || health.value.isOk) return null;
  const last = valueOr(snapshot.kubeletLog, []).findLast((line) => line.atMs !== null);
  const lastMs = last?.atMs ?? null;
  if (lastMs !== null && nowMs - lastMs < SILENCE_MS) return null;
  const evidence = [quote('kubelet', 'GET /healthz', health.asOfMs, health.value.text)];
  if (last !== undefined) evidence.push(quoteKubeletLine(last));
  const silence = lastMs === null ? '' : `; its last line is from ${clockWords(lastMs)}`;
  return finding(
    {
      cause: 'kubelet-stopped-posting',
      severity: 'critical',
      title: `kubelet does not work: ${health.value.text}${silence}`,
      effect:
        'Running containers go on, but nothing is started, restarted or stopped, and the node becomes NotReady.',
      since: iso(lastMs),
      nextChecks: KUBELET_CHECKS,
    },
    evidence,
  );
}

/** The node's lease was not renewed in time: the control plane takes the node for lost. */
function leaseLate(snapshot: NodeSnapshot, nowMs: number): Finding | null {
  const { lease } = snapshot.kube;
  if (!lease.available || lease.value.renewedAtMs === null) return null;
  const { renewedAtMs, durationSeconds } = lease.value;
  const atMs = Math.min(nowMs, lease.asOfMs);
  const lateMs = atMs - renewedAtMs;
  if (lateMs <= durationSeconds * 1000) return null;
  const line = valueOr(snapshot.kubeletLog, []).findLast(
    (item) => /lease/i.test(item.message) && item.level !== 'info',
  );
  const isKept = line?.atMs != null && nowMs - line.atMs < COMPLAINT_MS;
  const text = `renewed ${spanWords(lateMs)} ago, holds for ${durationSeconds} s`;
  const evidence = [quote('kube', 'GET /apis/coordination.k8s.io lease', renewedAtMs, text)];
  if (isKept) evidence.push(quoteKubeletLine(line));
  return finding(
    {
      cause: isKept ? 'lease-renewal-dead-connection' : 'kubelet-stopped-posting',
      severity: 'critical',
      title: `kubelet has not renewed the node's lease for ${spanWords(lateMs)}`,
      effect: 'The control plane takes the node for lost, and moves its pods elsewhere.',
      since: iso(renewedAtMs),
      nextChecks: KUBELET_CHECKS,
    },
    evidence,
  );
}

/** How far kubelet's rounds are behind, by its own metrics. */
interface PlegPace {
  readonly isStuck: boolean;
  readonly isSlow: boolean;
  readonly seenMs: number | null;
  readonly evidence: Evidence;
}

function plegPace(snapshot: NodeSnapshot): PlegPace | null {
  const { metrics } = snapshot.kubelet;
  if (!metrics.available) return null;
  const { plegLastSeenAtMs: seenMs, plegRelistP99Ms: p99 } = metrics.value;
  const words = [
    seenMs === null ? null : `last seen ${spanWords(metrics.asOfMs - seenMs)} ago`,
    p99 === null ? null : `the slowest of a hundred rounds takes ${spanWords(p99)}`,
  ].filter((item) => item !== null);
  return {
    isStuck: seenMs !== null && metrics.asOfMs - seenMs > PLEG_LIMIT_MS,
    isSlow: p99 !== null && p99 > PLEG_SLOW_MS,
    seenMs,
    evidence: quote('kubelet', 'GET /metrics kubelet_pleg_*', metrics.asOfMs, words.join('; ')),
  };
}

function plegComplaint(snapshot: NodeSnapshot, nowMs: number): LogLine | null {
  const line = valueOr(snapshot.kubeletLog, []).findLast((item) => PLEG_COMPLAINT.test(item.text));
  return line?.atMs != null && nowMs - line.atMs < PLEG_REPEAT_MS ? line : null;
}

/** kubelet's round over all containers takes too long. */
function plegSlow(snapshot: NodeSnapshot, nowMs: number): Finding | null {
  const line = plegComplaint(snapshot, nowMs);
  const pace = plegPace(snapshot);
  const isSick = line !== null || pace?.isStuck === true;
  if (!isSick && pace?.isSlow !== true) return null;
  const evidence: Evidence[] = line === null ? [] : [quoteKubeletLine(line)];
  if (pace !== null && (pace.isStuck || pace.isSlow)) evidence.push(pace.evidence);
  return finding(
    {
      cause: 'pleg-unhealthy',
      severity: isSick ? 'critical' : 'warning',
      title: isSick ? 'PLEG is not healthy' : "kubelet's round over all containers is slow",
      effect:
        'kubelet learns late or never what became of containers: pods hang between states, and past three minutes the node is NotReady.',
      since: iso(line?.atMs ?? pace?.seenMs),
      nextChecks: [
        run('See whether one call of the runtime hangs', 'crictl ps -a >/dev/null && echo answers'),
        run('See what kubelet says', 'journalctl -u kubelet --since -15min | grep -i pleg | tail'),
      ],
    },
    evidence,
  );
}

/** What kubelet's own state tells of the node; culprits first. */
export function kubeletFindings(snapshot: NodeSnapshot, nowMs: number): readonly Finding[] {
  const down = kubeletDown(snapshot, nowMs) ?? leaseLate(snapshot, nowMs);
  const found = [down, plegSlow(snapshot, nowMs)].filter((item) => item !== null);
  return [...found, ...pressureFindings(snapshot, nowMs)];
}
