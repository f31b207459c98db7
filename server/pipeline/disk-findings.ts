import { byteWords } from '../contract/byte-words.ts';
import type { Finding } from '../contract/finding.ts';
import type { DiskUsage } from '../contract/host-facts.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { quote } from './evidence.ts';
import { run, shellWord } from './next-checks.ts';

/** 2 %: writes begin to fail here and there, whatever is reserved for root. */
const FULL_SHARE = 0.02;
/** 10 %: kubelet's own threshold for its disk; it begins to evict. */
const NEARLY_FULL_SHARE = 0.1;
/** 5 %: kubelet's own threshold for inodes. */
const FEW_INODES_SHARE = 0.05;
/** 16 MiB: /run is small and mostly empty; what is left there has to hold a few mounts and state files only. */
const SMALL_ENOUGH_BYTES = 16 * 1024 * 1024;

const ROLE_WORDS: Readonly<Record<DiskUsage['role'], string>> = {
  images: 'the image store',
  kubelet: "kubelet's volumes",
  logs: 'the logs',
  root: 'the system',
  run: 'state in memory (/run)',
};

interface Fullness {
  readonly disk: DiskUsage;
  readonly isFull: boolean;
  /** "2.1 GB of 100 GB are free", "no inode is free". */
  readonly text: string;
  readonly isOfInodes: boolean;
}

function bytesOf(disk: DiskUsage): Fullness | null {
  if (disk.totalBytes <= 0) return null;
  const share = disk.availableBytes / disk.totalBytes;
  const isSmall = disk.role === 'run' && disk.availableBytes > SMALL_ENOUGH_BYTES;
  if (share >= NEARLY_FULL_SHARE || isSmall) return null;
  const text = `${byteWords(disk.availableBytes)} of ${byteWords(disk.totalBytes)} are free`;
  return { disk, isFull: share < FULL_SHARE, text, isOfInodes: false };
}

function inodesOf(disk: DiskUsage): Fullness | null {
  // Some file systems make inodes as they need them, and say 0.
  if (disk.totalInodes <= 0) return null;
  const share = disk.availableInodes / disk.totalInodes;
  if (share >= FEW_INODES_SHARE) return null;
  const text = `${disk.availableInodes} of ${disk.totalInodes} inodes are free`;
  return { disk, isFull: share < FULL_SHARE, text, isOfInodes: true };
}

function toFinding({ disk, isFull, text, isOfInodes }: Fullness, atMs: number): Finding {
  const isRun = disk.role === 'run';
  const cause = isRun && isOfInodes ? 'run-tmpfs-inodes-full' : 'disk-full';
  const what = isOfInodes ? 'inodes' : 'space';
  const path = shellWord(disk.path);
  return {
    id: `${cause}:${disk.role}:${what}`,
    cause,
    severity: isFull ? 'critical' : 'warning',
    title: `${isFull ? 'No' : 'Little'} ${what} left for ${ROLE_WORDS[disk.role]} (${text})`,
    effect: isRun
      ? 'New sandboxes and containers cannot keep their state, and fail with "no space left on device".'
      : 'Pulls and new containers fail with "no space left on device", and kubelet ends pods to get room.',
    pods: [],
    since: null,
    evidence: [quote('host', disk.path, atMs, text)],
    nextChecks: [
      isOfInodes ? run('See the inodes', `df -i ${path}`) : run('See the disk', `df -h ${path}`),
      run(
        isOfInodes ? 'See where files are many' : 'See what takes the room',
        isOfInodes
          ? `du -x --inodes -d 3 ${path} 2>/dev/null | sort -n | tail`
          : `du -xh -d 3 ${path} 2>/dev/null | sort -h | tail`,
      ),
      run('See images nobody uses', 'crictl images; crictl ps -a | head'),
    ],
  };
}

/** Disks of the node that are full or nearly so, by their own numbers. */
export function diskFindings(snapshot: NodeSnapshot): readonly Finding[] {
  const { disks } = snapshot.host;
  if (!disks.available) return [];
  const seen = new Set<string>();
  return valueOr(disks, []).flatMap((disk) => {
    // Several roles mostly lie on one disk: it is told once, by its first role.
    const key = `${disk.totalBytes}/${disk.totalInodes}/${disk.availableBytes}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [bytesOf(disk), inodesOf(disk)]
      .filter((item) => item !== null)
      .map((item) => toFinding(item, disks.asOfMs));
  });
}
