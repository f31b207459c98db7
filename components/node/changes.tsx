import {
  CircleAlert,
  FilePenLine,
  HardDrive,
  ImageMinus,
  type LucideIcon,
  MemoryStick,
  Network,
  Power,
  RotateCw,
} from 'lucide-react';
import type { NodeChange } from '../../server/contract/node-change.ts';
import { formatOffset } from '../ui/format.ts';
import { Ago, At } from '../ui/time.tsx';

const ICON: Readonly<Record<NodeChange['kind'], LucideIcon>> = {
  'runtime-restarted': RotateCw,
  'kubelet-restarted': RotateCw,
  reboot: Power,
  'config-changed': FilePenLine,
  'cni-changed': Network,
  'disk-full': HardDrive,
  'image-removed': ImageMinus,
  'out-of-memory': MemoryStick,
  'first-failure': CircleAlert,
};

interface ChangesProps {
  readonly changes: readonly NodeChange[];
  /** The first failure: what the times are told by. */
  readonly since: string | null;
}

/** What changed on the node just before it began: what a person asks first when several pods fail at once. */
export function Changes({ changes, since }: ChangesProps) {
  return (
    <div className="changes">
      <h3>What changed just before</h3>
      <ol>
        {changes.map((change) => (
          <Change key={`${change.at} ${change.text}`} change={change} since={since} />
        ))}
      </ol>
    </div>
  );
}

function Change({ change, since }: { change: NodeChange; since: string | null }) {
  const Icon = ICON[change.kind];
  return (
    <li className="change" title={`${change.evidence.where}\n${change.evidence.text}`}>
      <Icon className="change-icon" aria-hidden />
      <span className="faint">
        <At at={change.at} />
      </span>
      <span>
        {change.text} <span className="muted mono">{change.evidence.where}</span>
      </span>
      <span className="change-when muted">
        {since === null ? (
          <>
            <Ago at={change.at} /> ago
          </>
        ) : (
          `${formatOffset(Date.parse(change.at) - Date.parse(since))} the first failure`
        )}
      </span>
    </li>
  );
}
