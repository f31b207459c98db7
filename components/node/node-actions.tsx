'use client';
import { ClipboardList, Download, FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import { getFile, getText } from '../data/api-client.ts';
import { saveFile } from '../data/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { copyText } from '../ui/write-clipboard.ts';

/** What a person takes away of the node before it is restarted or drained, and the way to prove it. */
export function NodeActions() {
  return (
    <span className="node-actions">
      <Link
        className="button"
        href={pagePaths.probe()}
        prefetch={false}
        title="The four calls with a small pod of our own: whether this node can start one"
      >
        <FlaskConical aria-hidden /> Probe this node
      </Link>
      <ActionButton
        icon={ClipboardList}
        done="Copied"
        title="The node's verdict and findings as Markdown, without secrets"
        run={async (signal) => copyText(await getText(apiPaths.report(), signal))}
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
