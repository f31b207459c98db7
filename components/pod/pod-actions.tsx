'use client';
import { ClipboardList, Download, FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { getFile, getText } from '../data/api-client.ts';
import { saveFile } from '../data/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { copyText } from '../ui/write-clipboard.ts';

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
      <ActionButton
        icon={ClipboardList}
        done="Copied"
        title="The evidence as Markdown, without secrets, for a ticket or a chat"
        run={async (signal) => copyText(await getText(apiPaths.report(pod), signal))}
      >
        Copy report
      </ActionButton>
      <ActionButton
        icon={Download}
        done="Saved"
        title="What is known of this node now, as one file to be opened elsewhere"
        run={async (signal) => saveFile(await getFile(apiPaths.capture(), signal))}
      >
        Download capture
      </ActionButton>
    </span>
  );
}
