import { X } from 'lucide-react';
import type { SourceStatus } from '../../server/contract/node-status.ts';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';

const STATE: Readonly<Record<SourceStatus['status'], IconState>> = {
  ok: 'ok',
  degraded: 'warning',
  unavailable: 'not-reached',
};

const LABEL: Readonly<Record<SourceStatus['name'], string>> = {
  cri: 'CRI',
  containerd: 'containerd API',
  'runtime-log': 'Runtime log',
  kubelet: 'kubelet pods',
  'kubelet-log': 'kubelet log',
  'pod-logs': 'Pod logs',
  manifests: 'Static manifests',
  host: 'Node files',
  'kernel-log': 'Kernel log',
  kube: 'API server',
  history: 'History',
};

/** Where the verdicts come from: bars in the top bar, and a panel with what is missing and how to enable it. */
export function Sources({ sources }: { sources: readonly SourceStatus[] }) {
  const okCount = sources.filter((source) => source.status === 'ok').length;
  const words = sources.map((s) => `${LABEL[s.name]}: ${s.status}`).join('\n');
  return (
    <>
      <button type="button" className="sources" popoverTarget="sources-panel" title={words}>
        <span className="sources-word">Sources</span>
        <span className="bars" aria-hidden>
          {sources.map((source) => (
            <i key={source.name} data-status={source.status} />
          ))}
        </span>
        <span>
          {okCount} of {sources.length}
        </span>
      </button>
      <section
        id="sources-panel"
        popover="auto"
        className="popover sources-panel"
        aria-label="Sources"
      >
        <header>
          <h2>Where verdicts come from</h2>
          <button
            type="button"
            className="icon-button"
            popoverTarget="sources-panel"
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <X aria-hidden />
          </button>
        </header>
        <ul>
          {sources.map((source) => (
            <li key={source.name}>
              <StateIcon state={STATE[source.status]} />
              <div>
                <span className="strong">{LABEL[source.name]}</span>{' '}
                <span className="muted">{source.status}</span>
                <p>{source.reason}</p>
                {source.enable !== null && source.status !== 'ok' && (
                  <p className="enable">{source.enable}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
        <p className="faint">
          Without a source some causes cannot be told; the stage is then “unknown”, never “ok”.
        </p>
      </section>
    </>
  );
}
