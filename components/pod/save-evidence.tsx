'use client';
import { ClipboardList, Download } from 'lucide-react';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { getFile, getText } from '../data/api-client.ts';
import { saveFile } from '../data/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { copyText } from '../ui/write-clipboard.ts';

/** The report and the black box, to take along. */
export function SaveEvidence({ pod }: { pod: PodDetail }) {
  return (
    <>
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
    </>
  );
}
