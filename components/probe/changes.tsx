import type { Probe } from '../../server/contract/probe.ts';

/** What of the given configuration was set otherwise, and why. */
export function Changes({ probe: { changes } }: { probe: Probe }) {
  if (changes.length === 0) return null;
  return (
    <details className="fold card changes">
      <summary>
        Set otherwise than asked <span className="muted num">{changes.length}</span>
      </summary>
      <dl className="left-out changes-list">
        {changes.map(({ path, was, is, why }) => (
          <div key={path}>
            <dt className="mono">{path}</dt>
            <dd>
              {was === '' ? <span className="muted">not set</span> : <code>{was}</code>} →{' '}
              {is === '' ? <span className="muted">not set</span> : <code>{is}</code>}
            </dd>
            <dd className="muted">{why}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
