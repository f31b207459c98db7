import type { Evidence } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { LogLine } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { run } from './next-checks.ts';
import { iso } from './time.ts';

/** 5 min: kubelet repeats within seconds what the node is short of; older words are over. */
const COMPLAINT_MS = 5 * 60_000;

const PRESSURES: Readonly<Record<string, readonly [cause: string, title: string]>> = {
  DiskPressure: ['evicted-disk-pressure', 'The node is under disk pressure'],
  MemoryPressure: ['evicted-memory-pressure', 'The node is under memory pressure'],
  PIDPressure: ['evicted-pid-pressure', 'The node is under pressure for process numbers'],
};

/** The words of kubelet's events and of its eviction manager for the same three conditions. */
const PRESSURE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/DiskPressure|ephemeral-storage|fs\b|inodes|disk/i, 'DiskPressure'],
  [/memory/i, 'MemoryPressure'],
  [/pid/i, 'PIDPressure'],
];

interface Pressure {
  readonly type: string;
  readonly since: string | null;
  readonly evidence: Evidence;
}

function toldByNode(snapshot: NodeSnapshot): Pressure[] {
  const section = snapshot.kube.nodeConditions;
  return valueOr(section, [])
    .filter((item) => item.type in PRESSURES && item.status === 'True')
    .map((item) => ({
      type: item.type,
      since: iso(item.changedAtMs),
      evidence: quote(
        'kube',
        `GET /api/v1/nodes conditions[${item.type}]`,
        item.changedAtMs,
        `${item.reason ?? item.type}: ${item.message ?? ''}`,
      ),
    }));
}

function pressureIn(line: LogLine): string | undefined {
  const event = line.fields['event'] ?? '';
  const isReclaim = /^Eviction manager: (?:attempting to reclaim|must evict)/.test(line.message);
  const words = isReclaim ? (line.fields['resourceName'] ?? '') : event;
  const isTold = isReclaim || /^NodeHas(?:Insufficient|\w+Pressure$)/.test(event);
  if (!isTold || event.startsWith('NodeHasNo')) return undefined;
  return PRESSURE_WORDS.find(([word]) => word.test(words))?.[1];
}

/** kubelet repeats within seconds what the node is short of, as long as that lasts. */
function toldByLog(snapshot: NodeSnapshot, nowMs: number): Pressure[] {
  const first = new Map<string, LogLine>();
  const last = new Map<string, LogLine>();
  for (const line of valueOr(snapshot.kubeletLog, [])) {
    const type = pressureIn(line);
    if (type === undefined || line.atMs === null) continue;
    const before = last.get(type)?.atMs ?? 0;
    if (line.atMs - before > COMPLAINT_MS) first.set(type, line);
    last.set(type, line);
  }
  return [...last.entries()]
    .filter(([, line]) => nowMs - (line.atMs ?? 0) < COMPLAINT_MS)
    .map(([type, line]) => ({
      type,
      since: iso(first.get(type)?.atMs),
      evidence: quoteKubeletLine(line),
    }));
}

/** The node is short of something, and kubelet refuses or ends pods for it. */
export function pressureFindings(snapshot: NodeSnapshot, nowMs: number): readonly Finding[] {
  const told = toldByNode(snapshot);
  const list = snapshot.kube.nodeConditions.available ? told : toldByLog(snapshot, nowMs);
  return list.map(({ type, since, evidence }) => {
    const [cause = type, title = type] = PRESSURES[type] ?? [];
    return {
      id: cause,
      cause,
      severity: 'critical',
      title,
      effect: 'kubelet takes no new pods of low rank, and ends running ones until there is room.',
      since,
      nextChecks: [
        run('See the disks', 'df -h; df -i'),
        run('See memory and processes', 'free -m; ps -e --no-headers | wc -l'),
        run('See what kubelet does', 'journalctl -u kubelet --since -1h | grep -i evict | tail'),
      ],
      pods: [],
      evidence: [evidence],
    };
  });
}
