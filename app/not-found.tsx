import { MapPinOff } from 'lucide-react';
import Link from 'next/link';
import { Picture } from '../components/ui/picture.tsx';
import { pagePaths } from '../server/contract/paths.ts';

export default function NotFound() {
  return (
    <div className="page">
      <Picture icon={MapPinOff} tone="idle" title="There is no such page">
        <p>The address may be of a newer cri-triage, or mistyped.</p>
        <p>
          <Link className="link" href={pagePaths.node()} prefetch={false}>
            This node
          </Link>{' '}
          ·{' '}
          <Link className="link" href={pagePaths.pods()} prefetch={false}>
            All pods
          </Link>
        </p>
      </Picture>
    </div>
  );
}
