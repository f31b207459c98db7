import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  DescMessage,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import {
  type Container,
  type ContainerStatus,
  ImageService,
  type PodSandbox,
  type PodSandboxStatus,
  RuntimeService,
} from '../../server/cri/generated/runtime/v1/api_pb.js';
import type { LabCri } from './cri-client.ts';
import { type LabContainer, type LabPod, podLogFolder } from './lab-pod.ts';
import { containerConfig, type NodePlace, sandboxConfig } from './pod-requests.ts';

const runtime = RuntimeService.method;
const images = ImageService.method;
/** kubelet waits for a pull as long as it takes; our tests end before this. */
const PULL_DEADLINE_MS = 30 * 60_000;
/** kubelet's own: twice its runtimeRequestTimeout. */
const SANDBOX_DEADLINE_MS = 240_000;
/** kubelet's own: this long beyond the grace period. */
const KILL_WAIT_MS = 120_000;

export interface PodCallsParts {
  readonly cri: LabCri;
  readonly place: NodePlace;
  readonly signal: AbortSignal;
  /** How long RunPodSandbox may take; absent: kubelet's four minutes. */
  readonly sandboxDeadlineMs?: number | undefined;
}

/** The CRI calls of one pod, in kubelet's words and order; each rejects with what the runtime said. */
export class PodCalls {
  readonly pod: LabPod;
  readonly #cri: LabCri;
  readonly #place: NodePlace;
  readonly #signal: AbortSignal;
  readonly #sandboxDeadlineMs: number;

  constructor(pod: LabPod, to: PodCallsParts) {
    this.pod = pod;
    this.#cri = to.cri;
    this.#place = to.place;
    this.#signal = to.signal;
    this.#sandboxDeadlineMs = to.sandboxDeadlineMs ?? SANDBOX_DEADLINE_MS;
  }

  /** Newest attempt first. */
  async sandboxes(): Promise<readonly PodSandbox[]> {
    const filter = { labelSelector: { 'io.kubernetes.pod.uid': this.pod.uid } };
    const { items } = await this.#call(runtime.listPodSandbox, { filter });
    return items.sort((a, b) => attemptOf(b) - attemptOf(a));
  }

  /** Newest attempt first. */
  async containers(): Promise<readonly Container[]> {
    const filter = { labelSelector: { 'io.kubernetes.pod.uid': this.pod.uid } };
    const { containers } = await this.#call(runtime.listContainers, { filter });
    return containers.sort((a, b) => attemptOf(b) - attemptOf(a));
  }

  async containerStatus(containerId: string): Promise<ContainerStatus | null> {
    return (await this.#call(runtime.containerStatus, { containerId })).status ?? null;
  }

  async sandboxStatus(podSandboxId: string): Promise<PodSandboxStatus | null> {
    return (await this.#call(runtime.podSandboxStatus, { podSandboxId })).status ?? null;
  }

  async runSandbox(attempt: number): Promise<string> {
    await mkdir(join(this.#place.podLogs, podLogFolder(this.pod)), { recursive: true });
    const config = sandboxConfig(this.pod, attempt, this.#place);
    const request = { config, runtimeHandler: this.pod.runtimeHandler };
    const options = { signal: this.#signal, deadlineMs: this.#sandboxDeadlineMs };
    return (await this.#cri.call(runtime.runPodSandbox, request, options)).podSandboxId;
  }

  async hasImage(container: LabContainer): Promise<boolean> {
    const answer = await this.#call(images.imageStatus, { image: { image: container.image } });
    return answer.image !== undefined;
  }

  async pullImage(container: LabContainer): Promise<string> {
    const sandbox = sandboxConfig(this.pod, 0, this.#place);
    const request = { image: { image: container.image }, sandboxConfig: sandbox };
    const options = { signal: this.#signal, deadlineMs: PULL_DEADLINE_MS };
    return (await this.#cri.call(images.pullImage, request, options)).imageRef;
  }

  async createContainer(
    sandbox: { readonly id: string; readonly attempt: number },
    container: LabContainer,
    attempt: number,
  ): Promise<string> {
    const folder = join(this.#place.podLogs, podLogFolder(this.pod), container.name);
    await mkdir(folder, { recursive: true });
    const request = {
      podSandboxId: sandbox.id,
      config: containerConfig(this.pod, container, attempt),
      sandboxConfig: sandboxConfig(this.pod, sandbox.attempt, this.#place),
    };
    return (await this.#call(runtime.createContainer, request)).containerId;
  }

  async startContainer(containerId: string): Promise<void> {
    await this.#call(runtime.startContainer, { containerId });
  }

  async stopContainer(containerId: string): Promise<void> {
    const timeout = BigInt(this.pod.graceSeconds);
    const deadlineMs = this.pod.graceSeconds * 1_000 + KILL_WAIT_MS;
    const options = { signal: this.#signal, deadlineMs };
    await this.#cri.call(runtime.stopContainer, { containerId, timeout }, options);
  }

  async removeContainer(containerId: string): Promise<void> {
    await this.#call(runtime.removeContainer, { containerId });
  }

  async stopSandbox(podSandboxId: string): Promise<void> {
    await this.#call(runtime.stopPodSandbox, { podSandboxId });
  }

  async removeSandbox(podSandboxId: string): Promise<void> {
    await this.#call(runtime.removePodSandbox, { podSandboxId });
  }

  #call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    return this.#cri.call(method, request, { signal: this.#signal });
  }
}

export function attemptOf(record: PodSandbox | Container): number {
  return record.metadata?.attempt ?? 0;
}
