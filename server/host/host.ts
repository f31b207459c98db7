import type { PodLogDirectory, StaticManifest } from '../contract/node-files.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { type LogOfAttempt, readContainerLogTail } from './container-log-tail.ts';
import { CRICTL_CONFIG_PATH, readCrictlEndpoint } from './crictl-config.ts';
import { createFactReader, type FactReader } from './fact-reader.ts';
import { HostError, toSentence } from './host-error.ts';
import { type KubeletConfig, readKubeletConfig, type Told } from './kubelet-config.ts';
import { resolveOnNode } from './node-files.ts';
import { readNodeName } from './node-name.ts';
import { readPodLogDirectories } from './pod-log-dirs.ts';
import { choosePodLogPlace, type PodLogPlace } from './pod-log-place.ts';
import { StaticManifestReader } from './static-manifests.ts';

/** Where kubeadm keeps static pods: asked when kubelet's configuration cannot be read. */
const DEFAULT_MANIFESTS = '/etc/kubernetes/manifests';
/** kubelet's configuration changes with its restart only. */
const KUBELET_CONFIG_MAX_AGE_MS = 60_000;

export interface HostOptions {
  /** "/" on the node itself, else where the node's root is mounted. */
  readonly hostRoot: string;
  /** The pod log root, as it is called on the node, when the user names it; null asks kubelet's configuration. */
  readonly podLogs: string | null;
  /** The static pod directory when the user names it; null asks kubelet's configuration. */
  readonly manifests: string | null;
  readonly nowMs: () => number;
}

/** The node's files, as far as the rest of the server asks for them. */
export interface Host {
  /** Where pod logs are, as of now: kubelet may be started anew with another place. */
  podLogPlace(): Promise<PodLogPlace>;
  /** As it was found last, null before it was looked for. */
  knownPodLogPlace(): PodLogPlace | null;
  podLogDirectories(): Promise<Section<readonly PodLogDirectory[]>>;
  /** The last lines of one attempt, oldest first; null when there is no such log (any more). */
  containerLogTail(log: LogOfAttempt, maxLines: number): Promise<readonly string[] | null>;
  staticManifests(): Promise<Section<readonly StaticManifest[]>>;
  kubeletConfig(): Promise<KubeletConfig>;
  /** The endpoint in /etc/crictl.yaml. */
  crictlEndpoint(): Promise<Told<string> | null>;
  nodeName(): Promise<string>;
  /** What root finds on the node beside logs and manifests. */
  readonly facts: FactReader;
}

class NodeHost implements Host {
  readonly #options: HostOptions;
  readonly #manifests: StaticManifestReader;
  readonly facts: FactReader;
  #podLogs: PodLogPlace | null = null;
  #kubelet: { readonly config: Promise<KubeletConfig>; readonly atMs: number } | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#manifests = new StaticManifestReader(options.hostRoot);
    this.facts = createFactReader({
      ...options,
      podLogs: async () => (await this.podLogPlace()).value,
      kubeletConfig: () => this.kubeletConfig(),
    });
  }

  async podLogPlace(): Promise<PodLogPlace> {
    const place = choosePodLogPlace(this.#options.podLogs, await this.kubeletConfig());
    this.#podLogs = place;
    return place;
  }

  knownPodLogPlace(): PodLogPlace | null {
    return this.#podLogs;
  }

  podLogDirectories(): Promise<Section<readonly PodLogDirectory[]>> {
    return this.#section(async () => {
      const { value } = await this.podLogPlace();
      return readPodLogDirectories(await this.#onNode(value), value);
    });
  }

  async containerLogTail(log: LogOfAttempt, maxLines: number): Promise<readonly string[] | null> {
    try {
      return await readContainerLogTail(
        await this.#onNode((await this.podLogPlace()).value),
        log,
        maxLines,
      );
    } catch (error) {
      if (error instanceof HostError) return null;
      throw error;
    }
  }

  staticManifests(): Promise<Section<readonly StaticManifest[]>> {
    return this.#section(async () => this.#manifests.read(await this.#manifestDirectory()));
  }

  kubeletConfig(): Promise<KubeletConfig> {
    const nowMs = this.#options.nowMs();
    if (this.#kubelet === null || nowMs - this.#kubelet.atMs > KUBELET_CONFIG_MAX_AGE_MS) {
      this.#kubelet = { config: readKubeletConfig(this.#options.hostRoot), atMs: nowMs };
    }
    return this.#kubelet.config;
  }

  async crictlEndpoint(): Promise<Told<string> | null> {
    const endpoint = await readCrictlEndpoint(this.#options.hostRoot);
    return endpoint === null ? null : { value: endpoint, where: CRICTL_CONFIG_PATH };
  }

  async nodeName(): Promise<string> {
    return readNodeName(this.#options.hostRoot, await this.kubeletConfig());
  }

  #onNode(nodePath: string): Promise<string> {
    return resolveOnNode(this.#options.hostRoot, nodePath);
  }

  async #manifestDirectory(): Promise<string> {
    if (this.#options.manifests !== null) return this.#options.manifests;
    const { staticPodPath } = await this.kubeletConfig();
    return staticPodPath?.value ?? DEFAULT_MANIFESTS;
  }

  async #section<T>(read: () => Promise<T>): Promise<Section<T>> {
    try {
      return available(await read(), this.#options.nowMs());
    } catch (error) {
      if (error instanceof HostError) return unavailable(toSentence(error.message));
      throw error;
    }
  }
}

/** The files of the node whose root stands at `hostRoot`. */
export function createHost(options: HostOptions): Host {
  return new NodeHost(options);
}
