'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { writeClipboard } from './write-clipboard.ts';

/** 1.5 s: long enough to be seen, short enough not to be waited for. */
const CONFIRM_MS = 1_500;

interface CopyButtonProps {
  /** A function where the text is not known before the click (the page's own address). */
  readonly text: string | (() => string);
  /** What is copied, for people who cannot see the icon: "Copy pod name". */
  readonly label: string;
  /** Words beside the icon; without them the button is an icon only. */
  readonly children?: string;
}

/** Copies and says so in place, without moving anything. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [result, setResult] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (result === 'idle') return;
    const timer = setTimeout(() => setResult('idle'), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const onClick = () => {
    const value = typeof text === 'string' ? text : text();
    writeClipboard(value).then(
      (isCopied) => setResult(isCopied ? 'copied' : 'refused'),
      () => setResult('refused'),
    );
  };
  const word = { idle: children, copied: 'Copied', refused: 'Not allowed' }[result];
  return (
    <button
      type="button"
      className={`needs-script copy ${children === undefined ? 'icon-button' : 'button'}`}
      aria-label={label}
      data-tip={children === undefined ? (result === 'idle' ? label : word) : undefined}
      onClick={onClick}
    >
      {result === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      {children !== undefined && (
        <span className="copy-word">
          <span className="copy-reserve" aria-hidden>
            {children}
          </span>
          <span>{word}</span>
        </span>
      )}
      <span className="only-screen-reader" role="status">
        {result === 'copied' ? 'Copied' : ''}
      </span>
    </button>
  );
}
