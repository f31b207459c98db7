import { CopyButton } from './copy-button.tsx';
import { MarkedText } from './marked-text.tsx';

interface RawErrorProps {
  readonly text: string;
  /** [start, end) of the innermost message. */
  readonly innermost: readonly [number, number];
  /** Who wrapped it, from the outside in. */
  readonly frames: readonly string[];
}

/** An error as the program printed it, with its innermost part marked. */
export function RawError({ text, innermost, frames }: RawErrorProps) {
  return (
    <>
      <div className="raw-error">
        <pre>
          <MarkedText text={text} mark={innermost} />
        </pre>
        <CopyButton text={text} label="Copy raw error" />
      </div>
      {frames.length > 0 && (
        <ol className="frames muted">
          {frames.map((frame, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal frames may follow each other
            <li key={index}>
              <code>{frame}</code>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
