'use client';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import type { TerminalScreen } from './xterm-screen.ts';

/** Search in what the terminal holds. */
export function TerminalFind({ screen, onClose }: { screen: TerminalScreen; onClose: () => void }) {
  const [text, setText] = useState('');
  const [isFound, setFound] = useState(true);
  const find = (way: 'next' | 'previous', what = text) =>
    setFound(what === '' || screen.find(what, way));
  return (
    <form
      className="terminal-find"
      onSubmit={(event) => {
        event.preventDefault();
        find('previous');
      }}
    >
      <input
        type="text"
        aria-label="Search in the terminal"
        // biome-ignore lint/a11y/noAutofocus: opened by a key to type in
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          find('previous', target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <span className="muted" role="status">
        {isFound ? '' : 'not found'}
      </span>
      <button type="submit" className="icon-button" aria-label="Before" data-tip="Before (Enter)">
        <ArrowUp aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="After"
        data-tip="After"
        onClick={() => find('next')}
      >
        <ArrowDown aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Close the search"
        data-tip="Close (Esc)"
        onClick={onClose}
      >
        <X aria-hidden />
      </button>
    </form>
  );
}
