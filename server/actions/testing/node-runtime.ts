import { connectRuntime, type RpcConnection } from '../../cri/connect.ts';
import type { Cri } from '../../cri/cri.ts';
import {
  ContainerState,
  ImageService,
  PodSandboxState,
  RuntimeService,
} from '../../cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from '../../cri/testing/fixtures.ts';
import { ScriptedRuntime } from '../../cri/testing/scripted-runtime.ts';
import { CONTAINER_ID, SANDBOX_ID, UID } from './facts.ts';

export const IMAGE_ID = `sha256:${'e'.repeat(64)}`;
const LABELS = { 'io.kubernetes.pod.uid': UID };

/** A runtime on a real socket with one pod of two containers, one of which has ended, and one image. */
export class NodeRuntime {
  readonly scripted = new ScriptedRuntime();
  /** Calls that change something, with what they were asked. */
  readonly changes: string[] = [];
  #connection: RpcConnection | null = null;
  labels: Record<string, string> = LABELS;
  isRunning = true;

  static async start(): Promise<NodeRuntime> {
    const runtime = new NodeRuntime();
    runtime.#serve();
    await runtime.scripted.start();
    runtime.#connection = connectRuntime({ endpoint: runtime.scripted.path });
    return runtime;
  }

  get cri(): Cri {
    if (this.#connection === null) throw new Error('not started');
    return this.#connection.cri;
  }

  async close(): Promise<void> {
    await this.#connection?.close();
    await this.scripted.close();
  }

  #serve(): void {
    const note = (text: string): Record<string, never> => {
      this.changes.push(text);
      return {};
    };
    this.scripted
      .serve(RuntimeService, {
        version: () => CONTAINERD_VERSION,
        listPodSandbox: () => ({
          items: [
            {
              id: SANDBOX_ID,
              metadata: { name: 'web-1', namespace: 'shop', uid: UID, attempt: 0 },
              state: PodSandboxState.SANDBOX_READY,
              createdAt: 1_796_000_000_000_000_000n,
              labels: this.labels,
            },
          ],
        }),
        listContainers: () => ({
          containers: [
            this.#container(CONTAINER_ID, 'web', this.isRunning),
            this.#container('d'.repeat(64), 'init', false),
          ],
        }),
        podSandboxStatus: () => ({
          status: { id: SANDBOX_ID, network: { ip: '10.1.2.3' } },
        }),
        containerStatus: ({ containerId }) => ({
          status: {
            id: containerId,
            state: this.isRunning
              ? ContainerState.CONTAINER_RUNNING
              : ContainerState.CONTAINER_EXITED,
            exitCode: this.isRunning ? 0 : 143,
            logPath: '/var/log/pods/shop_web-1_u/web/0.log',
          },
        }),
        stopContainer: ({ containerId, timeout }) => {
          this.isRunning = false;
          return note(`StopContainer ${containerId.slice(0, 4)} ${timeout} s`);
        },
        removeContainer: ({ containerId }) => note(`RemoveContainer ${containerId.slice(0, 4)}`),
        stopPodSandbox: ({ podSandboxId }) => note(`StopPodSandbox ${podSandboxId.slice(0, 4)}`),
        removePodSandbox: ({ podSandboxId }) =>
          note(`RemovePodSandbox ${podSandboxId.slice(0, 4)}`),
      })
      .serve(ImageService, {
        listImages: () => ({ images: [{ id: IMAGE_ID, repoTags: ['a.example/web:1'], size: 5n }] }),
        removeImage: ({ image }) => note(`RemoveImage ${image?.image}`),
      });
  }

  #container(id: string, name: string, isRunning: boolean) {
    return {
      id,
      podSandboxId: SANDBOX_ID,
      metadata: { name, attempt: 0 },
      state: isRunning ? ContainerState.CONTAINER_RUNNING : ContainerState.CONTAINER_EXITED,
      createdAt: 1_796_000_001_000_000_000n,
      labels: this.labels,
      annotations: { 'io.kubernetes.pod.terminationGracePeriod': '3' },
    };
  }
}
