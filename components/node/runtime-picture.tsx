import { Hourglass, LoaderCircle, Unplug } from 'lucide-react';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { Picture } from '../ui/picture.tsx';

/** What stands where pods would stand while the runtime has never answered. */
export function RuntimePicture({ node }: { node: NodeStatus }) {
  const { health, endpoint } = node.runtime;
  if (health.state === 'connecting' || health.state === 'ok') {
    return (
      <Picture icon={LoaderCircle} tone="info" title="Asking the runtime for the first time">
        <p>The pods appear here by themselves, usually within a second.</p>
      </Picture>
    );
  }
  if (health.state === 'hung') {
    return (
      <Picture icon={Hourglass} tone="run" title="The runtime took the call and does not answer">
        <p>{health.message ?? 'Its process is there, but no call comes back.'}</p>
        <p>
          What other sources know is shown as it comes; no call is piled up behind the one that
          hangs.
        </p>
      </Picture>
    );
  }
  return (
    <Picture icon={Unplug} tone="fail" title="No container runtime can be reached">
      <p>{health.message ?? `Nothing listens at ${endpoint ?? 'any known socket'}.`}</p>
      <p>cri-triage keeps looking; the page follows as soon as the socket is back.</p>
    </Picture>
  );
}
