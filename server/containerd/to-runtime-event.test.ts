import { create, toBinary } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import {
  ContainerDeleteSchema,
  SandboxExitSchema,
  TaskExitSchema,
  TaskOOMSchema,
} from './generated/containerd/events_pb.js';
import { EnvelopeSchema } from './generated/containerd/types_pb.js';
import { toRuntimeEvent } from './to-runtime-event.ts';

const AT = { seconds: 1_795_985_498n, nanos: 5_000_000 };
const AT_MS = 1_795_985_498_005;
const exit = (id: string) =>
  toBinary(TaskExitSchema, create(TaskExitSchema, { containerId: 'c', id }));

/** The type URL of containerd is the bare message name. */
const CASES: readonly (readonly [
  topic: string,
  typeUrl: string,
  value: Uint8Array,
  id: string | null,
])[] = [
  ['/tasks/exit', 'containerd.events.TaskExit', exit('c'), 'c'],
  ['/tasks/exit', 'type.googleapis.com/containerd.events.TaskExit', exit(''), 'c'],
  [
    '/tasks/oom',
    'containerd.events.TaskOOM',
    toBinary(TaskOOMSchema, create(TaskOOMSchema, { containerId: 'c' })),
    'c',
  ],
  [
    '/containers/delete',
    'containerd.events.ContainerDelete',
    toBinary(ContainerDeleteSchema, create(ContainerDeleteSchema, { id: 'c' })),
    'c',
  ],
  [
    '/sandboxes/exit',
    'containerd.events.SandboxExit',
    toBinary(SandboxExitSchema, create(SandboxExitSchema, { sandboxId: 's' })),
    's',
  ],
  ['/tasks/exit', 'containerd.events.TaskExit', new Uint8Array([0xff, 0xff]), null],
  ['/images/create', 'containerd.services.images.v1.ImageCreate', new Uint8Array(), null],
  ['/content/delete', '', new Uint8Array(), null],
];

it.each(CASES)('%s as %s', (topic, typeUrl, value, containerId) => {
  const envelope = create(EnvelopeSchema, { timestamp: AT, topic, event: { typeUrl, value } });
  expect(toRuntimeEvent(envelope, 1)).toEqual({ topic, atMs: AT_MS, containerId });
});

it('leaves out the end of an exec’d process', () => {
  const event = { typeUrl: 'containerd.events.TaskExit', value: exit('probe-1') };
  expect(toRuntimeEvent(create(EnvelopeSchema, { topic: '/tasks/exit', event }), 1)).toBeNull();
});

it('an event without a time happened now', () => {
  expect(toRuntimeEvent(create(EnvelopeSchema, { topic: '/x' }), 7)).toEqual({
    topic: '/x',
    atMs: 7,
    containerId: null,
  });
});
