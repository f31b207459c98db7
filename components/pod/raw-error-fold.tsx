import type { RawError } from '../../server/contract/pod.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { MarkedText } from '../ui/marked-text.tsx';

/** The error as the program printed it, folded, with the innermost part marked. */
export function RawErrorFold({ error }: { error: RawError }) {
  return (
    <details className="fold card">
      <summary>
        Raw error
        <span className="muted">
          {error.frames.length === 0
            ? ''
            : ` · wrapped by ${error.frames.length} layers, innermost part marked`}
        </span>
      </summary>
      <div className="raw-error">
        <pre>
          <MarkedText text={error.text} mark={error.innermost} />
        </pre>
        <CopyButton text={error.text} label="Copy raw error" />
      </div>
      {error.frames.length > 0 && (
        <ol className="frames muted">
          {error.frames.map((frame, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal frames may follow each other
            <li key={index}>
              <code>{frame}</code>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
