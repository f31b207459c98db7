import type { RuntimeHealth } from '../../contract/node-status.ts';
import type {
  Container,
  ContainerStatus,
  Image,
  Ingest,
  Sandbox,
} from '../../contract/runtime-objects.ts';
import type { CallOptions } from '../../cri/cri.ts';
import type {
  Extraction,
  ImageManifest,
  RuntimeConnection,
  RuntimeEvent,
  StoredManifest,
} from '../../cri/runtime-connection.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { NOT_ASKED, notAsked } from './not-asked.ts';

/** As CriError looks from outside. */
export class ScriptedError extends Error {
  readonly isNotFound: boolean;
  readonly isUnimplemented: boolean;

  constructor(message: string, kind: 'not-found' | 'unimplemented' | 'other' = 'other') {
    super(message);
    this.isNotFound = kind === 'not-found';
    this.isUnimplemented = kind === 'unimplemented';
  }
}

/** What the scripted runtime knows; a test changes it at will. */
export interface Script {
  sandboxes: Sandbox[];
  containers: Container[];
  statuses: Record<string, Partial<ContainerStatus>>;
  images: Image[];
  ingests: Ingest[];
  manifests: StoredManifest[];
  imageManifests: Record<string, ImageManifest>;
  imageIndexes: Record<string, string[]>;
  chainIds: Record<string, string[]>;
  /** Digests in the content store. */
  blobs: Set<string>;
  extractions: Extraction[];
  /** Keys of overlayfs. */
  snapshots: Set<string>;
  snapshotBytes: Record<string, number>;
  failedPlugins: string[];
  runtimeName: string;
  hasEvents: boolean;
  health: RuntimeHealth;
  /** Calls that fail, by name. */
  failures: Map<string, Error>;
  /** Calls that never answer, by name; they still end with their signal. */
  hanging: Set<string>;
}

const HEALTHY: RuntimeHealth = {
  state: 'ok',
  since: null,
  lastAnswerAt: null,
  hangingCall: null,
  message: null,
  callsInFlight: 0,
};

export const sandbox = (id: string, more: Partial<Sandbox> = {}): Sandbox => ({
  id,
  namespace: 'shop',
  name: `web-${id}`,
  uid: `uid-${id}`,
  attempt: 0,
  state: 'ready',
  createdAtMs: 1,
  labels: {},
  annotations: {},
  runtimeHandler: '',
  ...more,
});

export const container = (id: string, more: Partial<Container> = {}): Container => ({
  id,
  sandboxId: 's1',
  name: 'app',
  attempt: 0,
  state: 'running',
  createdAtMs: 1,
  image: 'registry.example/a:1',
  imageRef: '',
  labels: {},
  annotations: {},
  ...more,
});

/** A runtime connection that answers from a script and counts what it is asked. */
export class ScriptedConnection implements RuntimeConnection {
  readonly endpoint = 'unix:///run/test.sock';
  readonly script: Script = {
    sandboxes: [],
    containers: [],
    statuses: {},
    images: [],
    ingests: [],
    manifests: [],
    imageManifests: {},
    imageIndexes: {},
    chainIds: {},
    blobs: new Set(),
    extractions: [],
    snapshots: new Set(),
    snapshotBytes: {},
    failedPlugins: [],
    runtimeName: 'containerd',
    hasEvents: false,
    health: HEALTHY,
    failures: new Map(),
    hanging: new Set(),
  };
  /** Calls so far, in order. */
  readonly calls: string[] = [];
  /** Calls that are open now, by name. */
  readonly open = new Map<string, number>();
  /** The most calls of one name that were ever open at once. */
  readonly mostOpen = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #events = new Set<AsyncQueue<RuntimeEvent>>();

  readonly cri: RuntimeConnection['cri'] = {
    ...NOT_ASKED,
    runtime: {
      version: (options) =>
        this.#answer('Version', options, () => ({
          runtimeName: this.script.runtimeName,
          runtimeVersion: '2.1.9',
          runtimeApiVersion: 'v1',
        })),
      status: (options) =>
        this.#answer('Status', options, () => ({
          conditions: [],
          handlers: [],
          cniLoadStatus: null,
          cniConfDir: null,
          cniBinDirs: [],
          sandboxImage: null,
          cgroupDriver: null,
        })),
    },
    sandboxes: {
      list: (options) => this.#answer('ListPodSandbox', options, () => [...this.script.sandboxes]),
      status: (id, options) =>
        this.#answer('PodSandboxStatus', options, () => ({
          id,
          ip: '10.0.0.1',
          additionalIps: [],
          hostNetwork: false,
        })),
    },
    containers: {
      list: (options) => this.#answer('ListContainers', options, () => [...this.script.containers]),
      status: (id, options) => this.#answer('ContainerStatus', options, () => this.#status(id)),
    },
    images: {
      list: (options) => this.#answer('ListImages', options, () => [...this.script.images]),
      status: notAsked,
    },
  };

  readonly containerd: RuntimeConnection['containerd'] = {
    listIngests: (options) => this.#answer('ListIngests', options, () => [...this.script.ingests]),
    failedPlugins: (options) =>
      this.#answer('Plugins', options, () => [...this.script.failedPlugins]),
    pulls: {
      manifests: (_, options) =>
        this.#answer('ListManifests', options, () => [...this.script.manifests]),
      manifest: (digest, options) =>
        this.#answer('ReadManifest', options, () => this.script.imageManifests[digest] ?? null),
      index: (digest, options) =>
        this.#answer('ReadIndex', options, () => this.script.imageIndexes[digest] ?? []),
      chainIds: (digest, options) =>
        this.#answer('ReadConfig', options, () => this.script.chainIds[digest] ?? null),
      hasBlob: (digest, options) =>
        this.#answer('Info', options, () => this.script.blobs.has(digest)),
      snapshotters: (options) =>
        this.#answer('Snapshotters', options, () => ['native', 'overlayfs']),
      extractions: (snapshotter, options) =>
        this.#answer('ListSnapshots', options, () =>
          snapshotter === 'overlayfs' ? [...this.script.extractions] : [],
        ),
      hasSnapshot: ({ snapshotter, key }, options) =>
        this.#answer(
          'Stat',
          options,
          () => snapshotter === 'overlayfs' && this.script.snapshots.has(key),
        ),
      snapshotBytes: ({ key }, options) =>
        this.#answer('Usage', options, () => this.script.snapshotBytes[key] ?? null),
    },
  };

  health(): RuntimeHealth {
    return this.script.health;
  }

  onHealthChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setWatched(): void {}

  async *events(signal: AbortSignal): AsyncGenerator<RuntimeEvent> {
    const queue = new AsyncQueue<RuntimeEvent>(1_000);
    this.#events.add(queue);
    const end = (): void => queue.end();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    try {
      for (let next = await queue.next(); next !== null; next = await queue.next()) yield next.item;
    } finally {
      signal.removeEventListener('abort', end);
      this.#events.delete(queue);
    }
  }

  hasEvents(): boolean {
    return this.script.hasEvents;
  }

  async close(): Promise<void> {}

  /** Sends an event to whoever listens; returns how many do. */
  emit(topic: string): number {
    for (const queue of this.#events) queue.push({ topic, atMs: 0, containerId: null });
    return this.#events.size;
  }

  become(state: RuntimeHealth['state'], message: string | null = null): void {
    this.script.health = { ...HEALTHY, state, message };
    for (const listener of this.#listeners) listener();
  }

  /** How often a call was made. */
  count(call: string): number {
    return this.calls.filter((made) => made === call).length;
  }

  #status(id: string): ContainerStatus {
    const listed = this.script.containers.find((item) => item.id === id);
    if (listed === undefined) throw new ScriptedError(`no container ${id}`, 'not-found');
    return {
      id,
      state: listed.state,
      createdAtMs: 1,
      startedAtMs: 1,
      finishedAtMs: 1,
      exitCode: 1,
      reason: 'Error',
      message: '',
      logPath: '',
      mounts: [],
      ...this.script.statuses[id],
    };
  }

  async #answer<T>(call: string, { signal }: CallOptions, answer: () => T): Promise<T> {
    this.calls.push(call);
    const open = (this.open.get(call) ?? 0) + 1;
    this.open.set(call, open);
    this.mostOpen.set(call, Math.max(open, this.mostOpen.get(call) ?? 0));
    try {
      await Promise.resolve();
      if (this.script.hanging.has(call)) await this.#untilReleased(call, signal);
      const failure = this.script.failures.get(call);
      if (failure !== undefined) throw failure;
      return answer();
    } finally {
      this.open.set(call, (this.open.get(call) ?? 1) - 1);
    }
  }

  async #untilReleased(call: string, signal: AbortSignal): Promise<void> {
    while (this.script.hanging.has(call)) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
