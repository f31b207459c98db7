import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type ContainerSchema,
  ContainerState,
  type ContainerStatusSchema,
  type ImageSchema,
  MountPropagation,
  NamespaceMode,
  type PodSandboxSchema,
  PodSandboxState,
  type PodSandboxStatusSchema,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { splitImage } from '../dress/dress.ts';
import type { SimContainer, SimImage, SimSandbox } from '../model/objects.ts';
import type { DressName } from '../model/scenario.ts';

const STATES = {
  created: ContainerState.CONTAINER_CREATED,
  running: ContainerState.CONTAINER_RUNNING,
  exited: ContainerState.CONTAINER_EXITED,
} as const;

/** The wire counts ns since 1970; 0 stays 0, which means never. */
export function toNanos(atMs: number): bigint {
  return BigInt(Math.round(atMs * 1000)) * 1000n;
}

/** sha256:… on containerd, bare hex on CRI-O. */
function imageId(dress: DressName, image: SimImage): string {
  return dress === 'crio' ? image.id : `sha256:${image.id}`;
}

function repoDigest(image: SimImage): string {
  const { host, repository } = splitImage(image.name);
  return `${host}/${repository}@${image.digest}`;
}

export function toImage(dress: DressName, image: SimImage): MessageInitShape<typeof ImageSchema> {
  return {
    id: imageId(dress, image),
    repoTags: [image.name],
    repoDigests: [repoDigest(image)],
    size: BigInt(dress === 'crio' ? image.uncompressedBytes : image.compressedBytes),
    pinned: image.isPinned,
  };
}

export function toSandbox(sandbox: SimSandbox): MessageInitShape<typeof PodSandboxSchema> {
  return {
    id: sandbox.id,
    metadata: sandboxMetadata(sandbox),
    state: sandboxState(sandbox),
    createdAt: toNanos(sandbox.createdAtMs),
    labels: { ...sandbox.labels },
    annotations: { ...sandbox.annotations },
    runtimeHandler: sandbox.runtimeHandler,
  };
}

export function toSandboxStatus(
  sandbox: SimSandbox,
): MessageInitShape<typeof PodSandboxStatusSchema> {
  const network = sandbox.isHostNetwork ? NamespaceMode.NODE : NamespaceMode.POD;
  return {
    id: sandbox.id,
    metadata: sandboxMetadata(sandbox),
    state: sandboxState(sandbox),
    createdAt: toNanos(sandbox.createdAtMs),
    // Host network: the runtime knows no address of its own.
    network: { ip: sandbox.isHostNetwork ? '' : sandbox.ip },
    linux: { namespaces: { options: { network, pid: NamespaceMode.CONTAINER } } },
    labels: { ...sandbox.labels },
    annotations: { ...sandbox.annotations },
    runtimeHandler: sandbox.runtimeHandler,
  };
}

function sandboxMetadata(sandbox: SimSandbox) {
  const { name, uid, namespace, attempt } = sandbox;
  return { name, uid, namespace, attempt };
}

function sandboxState(sandbox: SimSandbox): PodSandboxState {
  return sandbox.isReady ? PodSandboxState.SANDBOX_READY : PodSandboxState.SANDBOX_NOTREADY;
}

/** A list row: the image by id, on CRI-O the reference by digest. */
export function toContainer(
  dress: DressName,
  container: SimContainer,
  isUserImageTold: boolean,
): MessageInitShape<typeof ContainerSchema> {
  const id = imageId(dress, container.image);
  return {
    id: container.id,
    podSandboxId: container.sandboxId,
    metadata: { name: container.name, attempt: container.attempt },
    image: { image: id, userSpecifiedImage: isUserImageTold ? container.imageName : '' },
    imageRef: dress === 'crio' ? repoDigest(container.image) : id,
    ...(dress === 'crio' ? { imageId: id } : {}),
    state: STATES[container.state],
    createdAt: toNanos(container.createdAtMs),
    labels: { ...container.labels },
    annotations: { ...container.annotations },
  };
}

export function toContainerStatus(
  dress: DressName,
  container: SimContainer,
): MessageInitShape<typeof ContainerStatusSchema> {
  return {
    id: container.id,
    metadata: { name: container.name, attempt: container.attempt },
    state: STATES[container.state],
    createdAt: toNanos(container.createdAtMs),
    startedAt: toNanos(container.startedAtMs),
    finishedAt: toNanos(container.finishedAtMs),
    exitCode: container.exitCode,
    image: { image: container.imageName },
    imageRef: repoDigest(container.image),
    ...(dress === 'crio' ? { imageId: container.image.id } : {}),
    reason: container.reason,
    message: container.message,
    labels: { ...container.labels },
    annotations: { ...container.annotations },
    mounts: container.mounts.map((mount) => ({
      ...mount,
      propagation: MountPropagation.PROPAGATION_PRIVATE,
    })),
    logPath: container.logPath,
  };
}
