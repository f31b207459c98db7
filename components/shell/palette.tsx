'use client';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useId, useState } from 'react';
import { useAllPods } from '../data/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import type { NavItem } from './nav.ts';
import { findEntries, type PaletteEntry } from './palette-entries.ts';

interface PaletteProps {
  readonly nav: readonly NavItem[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Jump to anything: type, arrow, Enter. */
export function Palette({ nav, isOpen, onClose }: PaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label="Jump to anything" className="palette">
      <PaletteBody nav={nav} onClose={onClose} />
    </Dialog>
  );
}

function PaletteBody({ nav, onClose }: { nav: readonly NavItem[]; onClose: () => void }) {
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const entries = findEntries(text, nav, useAllPods()?.pods ?? []);
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    router.push(entry.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(Math.max(active + step, 0), entries.length - 1);
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(entries[active]);
    }
  };
  return (
    <>
      <input
        className="palette-input"
        // biome-ignore lint/a11y/noAutofocus: a dialog opened by a key to type in
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
        aria-label="Pod, container, id, cause or page"
        placeholder="Pod, container, id, cause or page"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Matches" className="palette-list">
        {entries.map((entry, index) => (
          <PaletteRow
            key={`${entry.kind}:${entry.id}`}
            id={`${listId}-${index}`}
            entry={entry}
            isActive={index === active}
            onPick={() => go(entry)}
          />
        ))}
        {entries.length === 0 && (
          <p className="palette-none muted">Nothing on this node is called that.</p>
        )}
      </div>
    </>
  );
}

interface PaletteRowProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function PaletteRow({ id, entry, isActive, onPick }: PaletteRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input, which names the active option
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div id={id} role="option" aria-selected={isActive} className="palette-row" onClick={onPick}>
      {entry.state === null ? <span className="state-icon" /> : <StateIcon state={entry.state} />}
      <span className="palette-label">{entry.label}</span>
      <span className="palette-detail muted">{entry.detail}</span>
      <span className="palette-kind faint">{entry.kind}</span>
    </div>
  );
}
