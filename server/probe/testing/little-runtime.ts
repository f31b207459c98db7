import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type ContainerConfig,
  type ContainerSchema,
  ContainerState,
  ImageService,
  type PodSandboxConfig,
  type PodSandboxSchema,
  PodSandboxState,
  RuntimeService,
} from '../../cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from '../../cri/testing/fixtures.ts';
import {
  never,
  Refusal,
  ScriptedRuntime,
  type ServerCall,
} from '../../cri/testing/scripted-runtime.ts';
import { deferred } from '../../lib/deferred.ts';

type Row<T> = { -readonly [K in keyof T]: T[K] };
type SandboxRow = Row<MessageInitShape<typeof PodSandboxSchema>> & { id: string };
type ContainerRow = Row<MessageInitShape<typeof ContainerSchema>> & {
  id: string;
  exitCode?: number;
  reason?: string;
};

/** What a call does instead of what it should. */
type Trouble =
  | { readonly kind: 'refuse'; readonly error: Refusal }
  | { readonly kind: 'hang' }
  /** Answers nobody; what it makes comes to be once `comesToBe` is called. */
  | { readonly kind: 'late' };

const SANDBOX_IMAGE = { id: 'sha256:pause', repoTags: ['registry.example/pause:3.9'] };

/** A runtime that keeps what it is asked to make, behind a real gRPC server; each call can be made to go wrong. */
export class LittleRuntime {
  readonly server = new ScriptedRuntime();
  readonly sandboxes = new Map<string, SandboxRow>();
  readonly containers = new Map<string, ContainerRow>();
  readonly images = new Map<string, { id: string; repoTags: string[]; repoDigests: string[] }>();
  /** What the registry would give. */
  readonly registry = new Map<string, string>();
  /** Credentials as the runtime got them. */
  readonly auths: string[] = [];
  /** How the next containers end at once; null: they run. */
  endsWith: { exitCode: number; reason: string } | null = null;
  readonly #troubles = new Map<string, Trouble>();
  readonly #late: (() => void)[] = [];
  readonly #waiting = new Map<string, () => void>();
  #count = 0;

  async start(): Promise<void> {
    this.addImage('registry.example/pause:3.9', 'sha256:pause');
    this.#serveLooks();
    this.#serveMaking();
    this.#serveRemoval();
    this.#serveImages();
    await this.server.start();
  }

  async close(): Promise<void> {
    for (const go of this.#late.splice(0)) go();
    await this.server.close();
  }

  /** What stands in its lists, as one value to compare. */
  lists(): unknown {
    return [[...this.sandboxes.keys()], [...this.containers.keys()], [...this.images.keys()]];
  }

  addImage(tag: string, id: string): void {
    const known = this.images.get(id);
    const tags = [...(known?.repoTags ?? []), tag];
    this.images.set(id, { id, repoTags: tags, repoDigests: [] });
  }

  refuse(rpc: string, code: ConstructorParameters<typeof Refusal>[0], text: string): void {
    this.#troubles.set(rpc, { kind: 'refuse', error: new Refusal(code, text) });
  }

  hang(rpc: string): void {
    this.#troubles.set(rpc, { kind: 'hang' });
  }

  late(rpc: string): void {
    this.#troubles.set(rpc, { kind: 'late' });
  }

  heal(rpc: string): void {
    this.#troubles.delete(rpc);
  }

  /** What broken-off calls were about is there after all. */
  comesToBe(): void {
    for (const go of this.#late.splice(0)) go();
  }

  /** Resolves when the call comes in next. */
  asked(rpc: string): Promise<void> {
    const { promise, resolve } = deferred<void>();
    this.#waiting.set(rpc, resolve);
    return promise;
  }

  /** As another hand does it, kubelet's for one. */
  takeAway(): void {
    this.containers.clear();
    this.sandboxes.clear();
  }

  #serveLooks(): void {
    this.server.serve(RuntimeService, {
      version: () => CONTAINERD_VERSION,
      status: () => ({
        status: { conditions: [] },
        runtimeHandlers: [{ name: '' }, { name: 'runc' }],
        info: { config: JSON.stringify({ sandboxImage: SANDBOX_IMAGE.repoTags[0] }) },
      }),
      listPodSandbox: ({ filter }, call) =>
        this.#act('ListPodSandbox', call, () => ({
          items: [...this.sandboxes.values()].filter((row) => bears(row, filter?.labelSelector)),
        })),
      listContainers: ({ filter }, call) =>
        this.#act('ListContainers', call, () => ({
          containers: [...this.containers.values()].filter((row) =>
            bears(row, filter?.labelSelector),
          ),
        })),
      containerStatus: ({ containerId }, call) =>
        this.#act('ContainerStatus', call, () => {
          const { exitCode = 0, reason = '', state = 0 } = this.#container(containerId);
          const times = {
            startedAt: 1_700_000_000_000_000_000n,
            finishedAt: 1_700_000_000_200_000_000n,
          };
          return { status: { id: containerId, state, exitCode, reason, ...times } };
        }),
    });
  }

  #serveMaking(): void {
    this.server.serve(RuntimeService, {
      runPodSandbox: ({ config, runtimeHandler }, call) =>
        this.#act('RunPodSandbox', call, () => ({
          podSandboxId: this.#addSandbox(config, runtimeHandler),
        })),
      createContainer: ({ podSandboxId, config }, call) =>
        this.#act('CreateContainer', call, () => {
          if (!this.sandboxes.has(podSandboxId)) {
            throw new Refusal(
              'NOT_FOUND',
              `failed to find sandbox id "${podSandboxId}": not found`,
            );
          }
          return { containerId: this.#addContainer(podSandboxId, config) };
        }),
      startContainer: ({ containerId }, call) =>
        this.#act('StartContainer', call, () => {
          const row = this.#container(containerId);
          row.state = ContainerState.CONTAINER_RUNNING;
          if (this.endsWith !== null) {
            Object.assign(row, this.endsWith, { state: ContainerState.CONTAINER_EXITED });
          }
          return {};
        }),
    });
  }

  #serveRemoval(): void {
    this.server.serve(RuntimeService, {
      stopContainer: ({ containerId }, call) =>
        this.#act('StopContainer', call, () => {
          const row = this.containers.get(containerId);
          if (row !== undefined) row.state = ContainerState.CONTAINER_EXITED;
          return {};
        }),
      removeContainer: ({ containerId }, call) =>
        this.#act('RemoveContainer', call, () => {
          this.containers.delete(containerId);
          return {};
        }),
      stopPodSandbox: ({ podSandboxId }, call) =>
        this.#act('StopPodSandbox', call, () => {
          const row = this.sandboxes.get(podSandboxId);
          if (row !== undefined) row.state = PodSandboxState.SANDBOX_NOTREADY;
          return {};
        }),
      removePodSandbox: ({ podSandboxId }, call) =>
        this.#act('RemovePodSandbox', call, () => {
          this.sandboxes.delete(podSandboxId);
          return {};
        }),
    });
  }

  #serveImages(): void {
    this.server.serve(ImageService, {
      listImages: () => ({ images: [...this.images.values()] }),
      imageStatus: ({ image }) => {
        const found = this.#findImage(image?.image ?? '');
        return found === null ? {} : { image: found };
      },
      pullImage: ({ image, auth }, call) =>
        this.#act('PullImage', call, () => {
          if (auth !== undefined) this.auths.push(`${auth.username}:${auth.password}`);
          const ref = image?.image ?? '';
          const id = this.registry.get(ref);
          if (id === undefined) {
            throw new Refusal(
              'NOT_FOUND',
              `failed to pull and unpack image "${ref}": failed to resolve reference "${ref}": ${ref}: not found`,
            );
          }
          this.addImage(ref, id);
          return { imageRef: id };
        }),
      removeImage: ({ image }, call) =>
        this.#act('RemoveImage', call, () => {
          const found = this.#findImage(image?.image ?? '');
          if (found !== null) this.images.delete(found.id);
          return {};
        }),
    });
  }

  async #act<T>(rpc: string, call: ServerCall, work: () => T): Promise<T> {
    this.#waiting.get(rpc)?.();
    this.#waiting.delete(rpc);
    const trouble = this.#troubles.get(rpc);
    if (trouble?.kind === 'refuse') throw trouble.error;
    if (trouble?.kind === 'hang') return never(call);
    if (trouble?.kind === 'late') {
      this.#late.push(work);
      return never(call);
    }
    return work();
  }

  #addSandbox(config: PodSandboxConfig | undefined, runtimeHandler: string): string {
    const id = this.#id('5');
    this.sandboxes.set(id, {
      id,
      ...(config?.metadata === undefined ? {} : { metadata: config.metadata }),
      labels: config?.labels ?? {},
      annotations: config?.annotations ?? {},
      runtimeHandler,
      state: PodSandboxState.SANDBOX_READY,
    });
    return id;
  }

  #addContainer(podSandboxId: string, config: ContainerConfig | undefined): string {
    const id = this.#id('c');
    const image = this.#findImage(config?.image?.image ?? '');
    this.containers.set(id, {
      id,
      podSandboxId,
      ...(config?.metadata === undefined ? {} : { metadata: config.metadata }),
      labels: config?.labels ?? {},
      annotations: config?.annotations ?? {},
      imageRef: image?.id ?? '',
      state: ContainerState.CONTAINER_CREATED,
    });
    return id;
  }

  #id(digit: string): string {
    this.#count += 1;
    return `${this.#count}`.padStart(64, digit);
  }

  #container(id: string): ContainerRow {
    const row = this.containers.get(id);
    if (row === undefined) throw new Refusal('NOT_FOUND', `container "${id}": not found`);
    return row;
  }

  #findImage(ref: string): { id: string; repoTags: string[]; repoDigests: string[] } | null {
    const all = [...this.images.values()];
    return all.find(({ id, repoTags }) => id === ref || repoTags.includes(ref)) ?? null;
  }
}

function bears(
  { labels = {} }: { labels?: { [name: string]: string } },
  selector: { [name: string]: string } = {},
): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}
