import { toGoDuration } from '../files/time-text.ts';
import type { SimNode } from '../model/node.ts';
import type { RuntimeCondition } from './kubelet-server.ts';

/** kubelet calls the runtime unhealthy when its list is older than this. */
const PLEG_LIMIT_MS = 180_000;

/** How often kubelet says so. */
const EVERY_MS = 5000;

/** Writes what kubelet says while the runtime is down or hangs; the returned function ends it. */
export function startRuntimeTrouble(
  node: SimNode,
  socketPath: string,
  condition: Exclude<RuntimeCondition, 'ok'>,
): () => void {
  const sinceMs = node.clock.now();
  const say = (): void => {
    const goneMs = node.clock.now() - sinceMs;
    if (condition === 'down') sayDown(node, socketPath);
    else if (goneMs > 10_000) sayHung(node);
    if (goneMs < PLEG_LIMIT_MS) return;
    node.kubeletLog.error('kubelet.go:2661', 'Skipping pod synchronization', {
      err: `[container runtime is down, PLEG is not healthy: pleg was last seen active ${toGoDuration(goneMs)} ago; threshold is 3m0s]`,
    });
  };
  let timer: NodeJS.Timeout;
  const again = (): void => {
    say();
    timer = setTimeout(again, EVERY_MS);
    timer.unref();
  };
  again();
  return () => clearTimeout(timer);
}

function sayDown(node: SimNode, socketPath: string): void {
  const err = `rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix ${socketPath}: connect: no such file or directory"`;
  node.kubeletLog.error('remote_runtime.go:192', 'Version from runtime service failed', { err });
  node.kubeletLog.error('generic.go:312', 'GenericPLEG: Unable to retrieve pods', { err });
  node.kubeletLog.error('kubelet.go:3262', 'Container runtime sanity check failed', { err });
}

function sayHung(node: SimNode): void {
  const err = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  node.kubeletLog.error(
    'remote_runtime.go:506',
    'ListContainers with filter from runtime service failed',
    {
      err,
      filter: '',
    },
  );
}
