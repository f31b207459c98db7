'use client';
import { Download, X } from 'lucide-react';
import { saveFile } from '../data/save-file.ts';
import { useProbeCommands } from '../data/use-probes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextFigure } from './text-figure.tsx';

interface CommandsDialogProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The same probe by hand: a script that writes the files and makes the calls, and the files by themselves. */
export function CommandsDialog({ id, isOpen, onClose }: CommandsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label="The same by hand" className="commands-dialog">
      <Body id={id} onClose={onClose} />
    </Dialog>
  );
}

function Body({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useProbeCommands(id);
  return (
    <>
      <div className="commands-head">
        <h2>The same by hand</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </div>
      <p className="muted">
        On the node, as root. The script writes the two files, makes the four calls and cleans up;
        secrets are not in it.
      </p>
      <div className="commands-body">
        {error !== null && <p className="tone-fail">{error.message}</p>}
        {data !== undefined && (
          <>
            <Text name={`probe-${id}.sh`} text={data.script} />
            {data.files.map(({ name, text }) => (
              <Text key={name} name={name} text={text} />
            ))}
          </>
        )}
      </div>
    </>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  const save = () => saveFile({ name, blob: new Blob([text], { type: 'text/plain' }) });
  return (
    <TextFigure
      title={name}
      text={text}
      action={
        <button type="button" className="button" aria-label={`Save ${name}`} onClick={save}>
          <Download aria-hidden /> Save
        </button>
      }
    />
  );
}
