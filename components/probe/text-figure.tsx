import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';

interface TextFigureProps {
  readonly title: string;
  /** What is copied. */
  readonly text: string;
  /** The text where it is not plain. */
  readonly children?: ReactNode;
  /** Beside the copy button. */
  readonly action?: ReactNode;
}

/** A text to read and to take away; a long one scrolls within. */
export function TextFigure({ title, text, children, action }: TextFigureProps) {
  return (
    <figure className="card panel-card text-figure">
      <figcaption>
        <h3>{title}</h3>
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
        {action}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <pre tabIndex={0}>{children ?? text}</pre>
    </figure>
  );
}
