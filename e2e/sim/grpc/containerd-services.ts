import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import {
  ContainerCreateSchema,
  ContainerDeleteSchema,
  TaskExitSchema,
  TaskOOMSchema,
  TaskStartSchema,
} from '../../../server/containerd/generated/containerd/events_pb.js';
import { Events } from '../../../server/containerd/generated/containerd/events-service_pb.js';
import { Introspection } from '../../../server/containerd/generated/containerd/introspection_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimEvent } from '../model/objects.ts';
import type { CallGate } from './call-gate.ts';
import { serveContent } from './content-services.ts';
import { untilLeft } from './cri-events.ts';
import { serve } from './serve.ts';

/** containerd's own API on the same socket, as far as a reader uses it. */
export function serveContainerd(server: Server, node: SimNode, gate: CallGate): void {
  const options = { gate, unimplemented: new Set<string>() };
  serve(
    server,
    Events,
    {
      subscribe: (_request, stream) =>
        untilLeft(node, (event) => stream.write(toEnvelope(event)), stream.signal),
    },
    options,
  );
  serveContent(server, node, gate);
  serve(
    server,
    Introspection,
    {
      plugins: () => ({ plugins: PLUGINS }),
      server: () => ({ uuid: 'sim', pid: 812n, pidns: 1n }),
    },
    options,
  );
}

/** A containerd has many plugins; those that matter, and one that is skipped as everywhere. */
const PLUGINS = [
  { type: 'io.containerd.grpc.v1', id: 'cri' },
  { type: 'io.containerd.cri.v1', id: 'images' },
  { type: 'io.containerd.cri.v1', id: 'runtime' },
  { type: 'io.containerd.snapshotter.v1', id: 'overlayfs' },
  {
    type: 'io.containerd.snapshotter.v1',
    id: 'devmapper',
    initErr: { code: 2, message: 'devmapper not configured: skip plugin' },
  },
];

function toEnvelope(event: SimEvent) {
  const { topic, typeUrl, value } = payload(event);
  return {
    timestamp: timestampFromMs(event.atMs),
    namespace: 'k8s.io',
    topic,
    event: { typeUrl, value },
  };
}

function payload(event: SimEvent): { topic: string; typeUrl: string; value: Uint8Array } {
  const containerId = event.containerId;
  switch (event.kind) {
    case 'created':
      return pack('/containers/create', ContainerCreateSchema, {
        id: containerId,
        image: event.image,
      });
    case 'started':
      return pack('/tasks/start', TaskStartSchema, { containerId, pid: event.pid });
    case 'exited':
      return pack('/tasks/exit', TaskExitSchema, {
        containerId,
        id: containerId,
        pid: event.pid,
        exitStatus: event.exitCode,
        exitedAt: timestampFromMs(event.atMs),
      });
    case 'deleted':
      return pack('/containers/delete', ContainerDeleteSchema, { id: containerId });
    case 'oom':
      return pack('/tasks/oom', TaskOOMSchema, { containerId: event.sandboxId });
  }
}

/** containerd's type URLs are the bare message name. */
function pack<S extends DescMessage>(topic: string, schema: S, init: MessageInitShape<S>) {
  return { topic, typeUrl: schema.typeName, value: toBinary(schema, create(schema, init)) };
}
