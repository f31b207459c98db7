import { LoaderCircle, PhoneOff, ScrollText, ServerCrash } from 'lucide-react';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { Calls } from '../data/use-calls.ts';
import { Picture } from '../ui/picture.tsx';

/** What stands where calls would stand: not yet told, not to be had, none, or broken. */
export function NoCalls({ node, calls }: { node: NodeStatus; calls: Calls }) {
  const log = node.sources.find(({ name }) => name === 'runtime-log');
  if (calls.error !== null) return <Broken error={calls.error} onRetry={calls.retry} />;
  if (calls.all === undefined) {
    return (
      <Picture icon={LoaderCircle} tone="info" title="Reading the call journal">
        <p>The calls appear here by themselves, usually within a second.</p>
      </Picture>
    );
  }
  if (log !== undefined && log.status !== 'ok') {
    return (
      <Picture icon={PhoneOff} tone="run" title="Nobody here tells of calls">
        <p>
          Calls are read from the runtime’s log, and that is {log.status}: {log.reason}
        </p>
        {log.enable !== null && <p>{log.enable}</p>}
        <Gaps gaps={calls.all.gaps} />
      </Picture>
    );
  }
  return (
    <Picture icon={ScrollText} tone="idle" title="No call yet">
      <p>The log is read, and no call to the runtime stands in it so far.</p>
      <Gaps gaps={calls.all.gaps} />
    </Picture>
  );
}

function Gaps({ gaps }: { gaps: readonly string[] }) {
  return gaps.length === 0 ? null : <p>{gaps.join('; ')}.</p>;
}

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Picture icon={ServerCrash} tone="fail" title="The calls could not be read">
      <p>{error.message}</p>
      <p>
        <button type="button" className="button needs-script" onClick={onRetry}>
          Try again
        </button>
      </p>
    </Picture>
  );
}
