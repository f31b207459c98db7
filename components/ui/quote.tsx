import type { ReactNode } from 'react';
import { MarkedText } from './marked-text.tsx';
import { At } from './time.tsx';

interface QuoteProps {
  /** Who says so, where it is not plain from `where`. */
  readonly speaker?: string;
  readonly where: string;
  readonly at: string | null;
  readonly text: string;
  readonly mark: readonly [number, number] | null;
  /** A way on from the quote, beside its source. */
  readonly action?: ReactNode;
}

/** A quoted line with the place it stands at, so that it can be looked up by hand. */
export function Quote({ speaker, where, at, text, mark, action }: QuoteProps) {
  return (
    <figure className="quote">
      <figcaption className="quote-source">
        {speaker !== undefined && <span className="quote-speaker">{speaker}</span>}
        <span className="mono">{where}</span>
        {at !== null && <At at={at} millis />}
        {action}
      </figcaption>
      <pre>
        <MarkedText text={text} mark={mark} />
      </pre>
    </figure>
  );
}
