import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { PodResources } from '../contract/kubelet-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { PodResourcesLister } from './generated/kubelet/pod-resources_pb.js';
import { Pods } from './generated/kubelet/pods_pb.js';
import type { AskOptions, KubeletSockets } from './kubelet-sockets.ts';
import { SocketClient, SocketError } from './socket-client.ts';
import { toPodResources } from './to-pod-resources.ts';
import { toPods } from './to-pods.ts';

/** kubelet's own folder: --root-dir by default, and where k0s and MicroK8s put it. */
const KUBELET_DIRS = [
  '/var/lib/kubelet',
  '/var/lib/k0s/kubelet',
  '/var/snap/microk8s/common/var/lib/kubelet',
];
const PODS_SOCKET = 'pods-api/pods-api.sock';
const RESOURCES_SOCKET = 'pod-resources/kubelet.sock';
/** 3 s: both are answered from kubelet's memory in milliseconds. */
const DEADLINE_MS = 3_000;

export interface KubeletSocketsOptions {
  readonly hostRoot: string;
  readonly nowMs: () => number;
}

/** One socket, wherever it is: it is looked for at each question until it was there once. */
class KubeletSocket {
  readonly #hostRoot: string;
  readonly #name: string;
  #client: SocketClient | null = null;

  constructor(hostRoot: string, name: string) {
    this.#hostRoot = hostRoot;
    this.#name = name;
  }

  /** The path as people on the node know it. */
  get place(): string {
    return `${KUBELET_DIRS[0]}/${this.#name}`;
  }

  async client(): Promise<SocketClient | null> {
    if (this.#client !== null) return this.#client;
    for (const dir of KUBELET_DIRS) {
      const path = join(this.#hostRoot, dir, this.#name);
      if (await exists(path)) {
        this.#client = new SocketClient(path);
        return this.#client;
      }
    }
    return null;
  }

  close(): void {
    this.#client?.close();
    this.#client = null;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false; // Absent or out of reach: for us there is no socket, and the section says so.
  }
}

class UnixKubeletSockets implements KubeletSockets {
  readonly #nowMs: () => number;
  readonly #pods: KubeletSocket;
  readonly #resources: KubeletSocket;

  constructor({ hostRoot, nowMs }: KubeletSocketsOptions) {
    this.#nowMs = nowMs;
    this.#pods = new KubeletSocket(hostRoot, PODS_SOCKET);
    this.#resources = new KubeletSocket(hostRoot, RESOURCES_SOCKET);
  }

  pods(options: AskOptions): Promise<Section<readonly KubeletPod[]>> {
    return this.#ask(this.#pods, options, async (client) => {
      const answer = await client.call(Pods.method.listPods, {
        ...options,
        deadlineMs: DEADLINE_MS,
      });
      const { pods, malformed } = toPods(answer.pods);
      if (malformed > 0 && pods.length === 0) {
        throw new SocketError(`none of ${malformed} pods could be read`);
      }
      return pods;
    });
  }

  podResources(options: AskOptions): Promise<Section<readonly PodResources[]>> {
    return this.#ask(this.#resources, options, async (client) =>
      toPodResources(
        await client.call(PodResourcesLister.method.list, { ...options, deadlineMs: DEADLINE_MS }),
      ),
    );
  }

  close(): void {
    this.#pods.close();
    this.#resources.close();
  }

  async #ask<T>(
    socket: KubeletSocket,
    { signal }: AskOptions,
    read: (client: SocketClient) => Promise<T>,
  ): Promise<Section<T>> {
    try {
      const client = await socket.client();
      if (client === null) {
        return unavailable(`There is no socket ${socket.place}, or it is not ours to open.`);
      }
      return available(await read(client), this.#nowMs());
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SocketError)) throw error;
      socket.close();
      return unavailable(`${socket.place}: ${error.message}.`);
    }
  }
}

/** The sockets beneath kubelet's folder on this node; nothing is opened before it is asked. */
export function createKubeletSockets(options: KubeletSocketsOptions): KubeletSockets {
  return new UnixKubeletSockets(options);
}
