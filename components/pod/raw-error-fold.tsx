import type { RawError as Raw } from '../../server/contract/pod.ts';
import { RawError } from '../ui/raw-error.tsx';

/** The error as the program printed it, folded. */
export function RawErrorFold({ error }: { error: Raw }) {
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
      <RawError {...error} />
    </details>
  );
}
