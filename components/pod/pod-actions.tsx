'use client';
import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { SaveEvidence } from './save-evidence.tsx';

/** What a person takes away: the link, the report, the black box; and the same pod as a probe. */
export function PodActions({ pod }: { pod: PodDetail }) {
  const { container } = pod.verdict;
  return (
    <span className="meta-actions">
      {pod.kind !== 'probe' && (
        <Link
          className="button"
          href={pagePaths.probe(container === null ? { pod } : { pod, container })}
          prefetch={false}
          title="The four calls with this pod’s image, handler and settings, and both held beside each other"
        >
          <FlaskConical aria-hidden /> Probe like this pod
        </Link>
      )}
      <CopyButton text={() => window.location.href} label="Copy link to this view">
        Copy link
      </CopyButton>
      <SaveEvidence pod={pod} />
    </span>
  );
}
