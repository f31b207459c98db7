import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ContainerSchema, VersionResponseSchema } from '../generated/runtime/v1/api_pb.js';

/** A Version answer as containerd gives it. */
export const CONTAINERD_VERSION: MessageInitShape<typeof VersionResponseSchema> = {
  version: '0.1.0',
  runtimeName: 'containerd',
  runtimeVersion: '2.1.9',
  runtimeApiVersion: 'v1',
};

/** The same of CRI-O. */
export const CRIO_VERSION: MessageInitShape<typeof VersionResponseSchema> = {
  ...CONTAINERD_VERSION,
  runtimeName: 'cri-o',
  runtimeVersion: '1.37.0',
};

/** `count` rows of a container list in the size that kubelet makes them (about 1.1 kB each). */
export function containerRows(count: number): MessageInitShape<typeof ContainerSchema>[] {
  return Array.from({ length: count }, (_, index) => containerRow(index));
}

function containerRow(index: number): MessageInitShape<typeof ContainerSchema> {
  const hex = index.toString(16).padStart(8, '0').repeat(8);
  const image = `sha256:${hex}`;
  return {
    id: hex,
    podSandboxId: hex,
    metadata: { name: `app-${index}`, attempt: 0 },
    image: { image, userSpecifiedImage: `registry.example/team/app-${index}:1.0` },
    imageRef: image,
    state: index % 4,
    createdAt: 1_795_985_498_284_208_592n,
    labels: {
      'io.kubernetes.pod.uid': '11111111-aaaa-4444-8888-000000000001',
      'io.kubernetes.pod.namespace': 'shop',
      'io.kubernetes.pod.name': `web-${index}`,
      'io.kubernetes.container.name': `app-${index}`,
    },
    annotations: {
      'io.kubernetes.container.hash': 'deadbeef',
      'io.kubernetes.pod.terminationGracePeriod': '30',
      'io.kubernetes.container.terminationMessagePolicy': 'File',
      'io.kubernetes.container.terminationMessagePath': '/dev/termination-log',
      'io.kubernetes.container.restartCount': '0',
    },
  };
}
