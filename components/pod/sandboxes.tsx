import type { SandboxRow } from '../../server/contract/pod.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ShortId } from '../ui/cut.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

/** Sandboxes that were replaced fold away; the newest stands in the pipeline. */
export function Sandboxes({ sandboxes }: { sandboxes: readonly SandboxRow[] }) {
  if (sandboxes.length < 2) return null;
  return (
    <details className="fold card">
      <summary>
        {sandboxes.length} sandboxes{' '}
        <span className="muted">· {sandboxes.length - 1} replaced</span>
      </summary>
      <ul className="sandboxes">
        {sandboxes.map((sandbox) => (
          <li key={sandbox.id}>
            <StateIcon state={sandbox.state === 'ready' ? 'ok' : 'skipped'} />
            <span>{sandbox.state === 'ready' ? 'ready' : 'not ready'}</span>
            <span>attempt {sandbox.attempt}</span>
            <span className="with-copy">
              <ShortId id={sandbox.id} />
              <CopyButton text={sandbox.id} label="Copy sandbox id" />
            </span>
            <span className="mono muted">{sandbox.ip ?? 'no address'}</span>
            <span className="muted">
              {sandbox.createdAt !== null && (
                <>
                  made <Ago at={sandbox.createdAt} /> ago
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
