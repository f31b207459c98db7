import type { Gate } from './access/gate.ts';
import type { Log } from './log.ts';
import type { NodeReach } from './node-reach.ts';
import type { Runtime } from './runtime.ts';
import { createStreams, type Streams } from './streams/create-streams.ts';
import type { StartKeeper } from './streams/start-keeper.ts';
import type { StreamsNode } from './streams/streams-node.ts';

/** Joins this node's sources and what is known of its pods into the streams of the server. */
export function openStreams(parts: {
  readonly gate: Gate;
  readonly log: Log;
  readonly runtime: Runtime;
  readonly reach: NodeReach;
  readonly keeper: StartKeeper;
}): Streams {
  const { gate, log, runtime, reach, keeper } = parts;
  const namesOf: StreamsNode['namesOf'] = async (containerId, signal) => {
    const { pods } = await runtime.pods({ signal });
    for (const { namespace, name, containers } of pods) {
      const found = containers.find(({ id }) => id === containerId);
      if (found !== undefined) return { namespace, pod: name, container: found.name };
    }
    return null;
  };
  const logsOf: StreamsNode['logsOf'] = async ({ containerId, pod }, signal) => {
    if (containerId !== null) return runtime.containerLogs({ id: containerId }, { signal });
    if (pod === null) return null;
    const { namespace, name, container } = pod;
    const uid = pod.uid ?? (await runtime.pod({ namespace, name, uid: null }, { signal }))?.uid;
    if (uid === undefined || uid === null) return null;
    const ref = { namespace, podName: name, podUid: uid, container, attempt: null };
    return runtime.containerLogs(ref, { signal });
  };
  return createStreams({ gate, log, keeper, node: { ...reach, namesOf, logsOf } });
}
