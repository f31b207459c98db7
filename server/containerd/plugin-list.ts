import type { CallOptions } from '../cri/cri.ts';
import type { Rpc } from '../cri/rpc.ts';
import { stripControl } from '../lib/strip-control.ts';
import { Introspection } from './generated/containerd/introspection_pb.js';
import { NAMESPACE_METADATA } from './namespace.ts';

export interface Plugin {
  readonly type: string;
  readonly id: string;
  /** Why it did not come up; null when it did. */
  readonly initError: string | null;
}

/** containerd's plugins with the error each ended its start with. */
export async function listPlugins(rpc: Rpc, options: CallOptions): Promise<readonly Plugin[]> {
  const { plugins } = await rpc.call(
    Introspection.method.plugins,
    {},
    { ...options, metadata: NAMESPACE_METADATA },
  );
  return plugins.map((plugin) => ({
    type: stripControl(plugin.type),
    id: stripControl(plugin.id),
    initError: plugin.initErr ? stripControl(plugin.initErr.message) : null,
  }));
}

/**
 * The plugins that failed, as "type.id: error". Those that skip themselves because the node lacks what they are for
 * (btrfs, zfs, a tracing address) are no failure.
 */
export function toFailedPlugins(plugins: readonly Plugin[]): readonly string[] {
  return plugins.flatMap(({ type, id, initError }) =>
    initError === null || /skip plugin/u.test(initError) ? [] : [`${type}.${id}: ${initError}`],
  );
}
