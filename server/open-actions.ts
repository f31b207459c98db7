import type { OwnedActions } from './actions/create-actions.ts';
import type { Log } from './log.ts';
import type { NodeReach } from './node-reach.ts';
import { imageRows } from './pipeline/image-list.ts';
import type { Runtime } from './runtime.ts';

/** Joins this node's sources into the actions of the server. Nothing of them is loaded before the first question. */
export function openActions(parts: {
  readonly log: Log;
  readonly runtime: Pick<Runtime, 'stats'>;
  readonly reach: NodeReach;
}): OwnedActions {
  const { log, runtime, reach } = parts;
  const open = async (): Promise<OwnedActions> => {
    const { createActions } = await import('./actions/create-actions.ts');
    return createActions({
      ...reach,
      log,
      nowMs: Date.now,
      imageRows: (lists, { runtime: status }) =>
        imageRows({ ...lists, sandboxImage: status.available ? status.value.sandboxImage : null }),
      async writableLayerBytes({ id, pod }, signal) {
        const { containers } = await runtime.stats({ pod, recent: 0 }, { signal });
        const bytes = containers.find((one) => one.containerId === id)?.latest?.writableLayerBytes;
        return typeof bytes === 'number' ? bytes : null;
      },
    });
  };
  let opened: Promise<OwnedActions> | null = null;
  const actions = (): Promise<OwnedActions> => {
    opened ??= open();
    return opened;
  };
  return {
    preview: async (target, options) => (await actions()).preview(target, options),
    act: async (caller, request, options) => (await actions()).act(caller, request, options),
    close: async () => (await opened)?.close(),
  };
}
