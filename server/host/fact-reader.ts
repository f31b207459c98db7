import type { HostFacts, NodeLoad } from '../contract/host-facts.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { readBootFacts } from './boot-facts.ts';
import { readCniPrograms, readConfigFiles } from './config-files.ts';
import { CNI_CONF_DIR } from './config-places.ts';
import { findDiskPlaces } from './disk-places.ts';
import { DiskReader } from './disks.ts';
import { HostError, toSentence } from './host-error.ts';
import { readIpReservations } from './ip-reservations.ts';
import type { KubeletConfig } from './kubelet-config.ts';
import { findKubeletRoot } from './kubelet-root.ts';
import { NodeLoadReader } from './node-load.ts';
import { readPodDirectories } from './pod-directories.ts';
import { ProcessReader, type ProcessWish } from './processes.ts';
import { readPullIntents } from './pull-intents.ts';
import { readMounts } from './read-mounts.ts';

/** What the other sources know that tells where to look. */
export interface FactHints {
  /** The runtime endpoint in use. */
  readonly endpoint: string | null;
  readonly cniConfDir: string | null;
  readonly cniBinDirs: readonly string[];
}

type Reading<K extends keyof HostFacts> = Promise<HostFacts[K]>;

/** What root finds on the node without any credential: one method a fact, each with a reason of its own when it is missing. */
export interface FactReader {
  podDirectories(): Reading<'podDirectories'>;
  mounts(): Reading<'mounts'>;
  processes(hints: FactHints, wish: Omit<ProcessWish, 'cniPrograms'>): Reading<'processes'>;
  disks(hints: FactHints, signal: AbortSignal): Reading<'disks'>;
  /** Shares since the reading before. */
  load(): Promise<Section<NodeLoad>>;
  boot(hints: FactHints): Reading<'boot'>;
  configFiles(hints: FactHints): Reading<'configFiles'>;
  ipReservations(hints: FactHints): Reading<'ipReservations'>;
  pullIntents(): Reading<'pullIntents'>;
  /** What the last readings left out, as sentences. */
  gaps(): readonly string[];
}

export interface FactReaderOptions {
  readonly hostRoot: string;
  readonly podLogs: () => Promise<string>;
  readonly kubeletConfig: () => Promise<KubeletConfig>;
  readonly nowMs: () => number;
}

class NodeFactReader implements FactReader {
  readonly #options: FactReaderOptions;
  readonly #processes: ProcessReader;
  readonly #disks: DiskReader;
  readonly #load: NodeLoadReader;

  constructor(options: FactReaderOptions) {
    this.#options = options;
    this.#processes = new ProcessReader(options.hostRoot);
    this.#disks = new DiskReader(options.hostRoot);
    this.#load = new NodeLoadReader(options.hostRoot);
  }

  podDirectories(): Reading<'podDirectories'> {
    return this.#section(async (hostRoot) =>
      readPodDirectories(hostRoot, await this.#kubeletRoot()),
    );
  }

  mounts(): Reading<'mounts'> {
    return this.#section(readMounts);
  }

  processes(hints: FactHints, wish: Omit<ProcessWish, 'cniPrograms'>): Reading<'processes'> {
    return this.#section(async (hostRoot) => {
      const cniPrograms = await readCniPrograms(hostRoot, hints);
      return this.#processes.read({ ...wish, cniPrograms });
    });
  }

  disks({ endpoint }: FactHints, signal: AbortSignal): Reading<'disks'> {
    return this.#section(async (hostRoot) => {
      const kubeletRoot = await this.#kubeletRoot();
      const podLogs = await this.#options.podLogs();
      const places = await findDiskPlaces(hostRoot, { endpoint, kubeletRoot, podLogs });
      return this.#disks.read(places, signal);
    });
  }

  load(): Promise<Section<NodeLoad>> {
    return this.#section(async () => this.#load.read());
  }

  boot({ endpoint }: FactHints): Reading<'boot'> {
    return this.#section((hostRoot) => readBootFacts(hostRoot, endpoint));
  }

  configFiles({ cniConfDir, cniBinDirs }: FactHints): Reading<'configFiles'> {
    return this.#section(async (hostRoot) => {
      const kubeletConfig = (await this.#options.kubeletConfig()).configPath;
      return readConfigFiles(hostRoot, { kubeletConfig, cniConfDir, cniBinDirs });
    });
  }

  ipReservations({ cniConfDir }: FactHints): Reading<'ipReservations'> {
    return this.#section((hostRoot) => readIpReservations(hostRoot, cniConfDir ?? CNI_CONF_DIR));
  }

  pullIntents(): Reading<'pullIntents'> {
    return this.#section(async (hostRoot) => readPullIntents(hostRoot, await this.#kubeletRoot()));
  }

  gaps(): readonly string[] {
    const { leftOut } = this.#processes;
    return leftOut === 0 ? [] : [`${leftOut} processes of containers are not told: too many.`];
  }

  async #kubeletRoot(): Promise<string> {
    return findKubeletRoot(this.#options.hostRoot, await this.#options.kubeletConfig());
  }

  async #section<T>(read: (hostRoot: string) => Promise<T>): Promise<Section<T>> {
    try {
      return available(await read(this.#options.hostRoot), this.#options.nowMs());
    } catch (error) {
      if (error instanceof HostError) return unavailable(toSentence(error.message));
      throw error;
    }
  }
}

/** Reads facts of the node whose root stands at `hostRoot`. */
export function createFactReader(options: FactReaderOptions): FactReader {
  return new NodeFactReader(options);
}
