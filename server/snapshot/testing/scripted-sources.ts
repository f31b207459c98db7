import { type HostFacts, type NodeLoad, noHostFacts } from '../../contract/host-facts.ts';
import type { CallRecord } from '../../contract/journal.ts';
import type { KubeEvent } from '../../contract/kube-facts.ts';
import type { KubeletPod } from '../../contract/kubelet-pod.ts';
import { available, type Section, unavailable } from '../../contract/section.ts';
import type { FactReader } from '../../host/fact-reader.ts';
import type { Host } from '../../host/host.ts';
import type { PodLogPlace } from '../../host/pod-log-place.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Kube } from '../../kube/kube.ts';
import type { Kubelet } from '../../kubelet/client.ts';
import type { KubeletSockets } from '../../kubelet-sockets/kubelet-sockets.ts';

/** A host with nothing on it but the logs a test puts in; counts what it is asked. */
export class ScriptedHost implements Host {
  /** Log lines by "container/attempt". */
  readonly logs = new Map<string, string[]>();
  podLogs: PodLogPlace = { value: '/var/log/pods', where: '--pod-logs', conflict: null };
  tailsRead = 0;
  directoriesRead = 0;

  async podLogPlace(): ReturnType<Host['podLogPlace']> {
    return this.podLogs;
  }

  knownPodLogPlace(): ReturnType<Host['knownPodLogPlace']> {
    return this.podLogs;
  }

  async podLogDirectories(): ReturnType<Host['podLogDirectories']> {
    this.directoriesRead++;
    return available([], 1);
  }

  async containerLogTail(...[log]: Parameters<Host['containerLogTail']>) {
    this.tailsRead++;
    return this.logs.get(`${log.container}/${log.attempt}`) ?? null;
  }

  async staticManifests(): ReturnType<Host['staticManifests']> {
    return { available: false, reason: 'There is no /etc/kubernetes/manifests.' };
  }

  async kubeletConfig(): ReturnType<Host['kubeletConfig']> {
    return {
      pid: null,
      configPath: null,
      containerRuntimeEndpoint: null,
      staticPodPath: null,
      podLogsDir: null,
      cgroupDriver: null,
      port: null,
      healthzPort: null,
      readOnlyPort: null,
      hostnameOverride: null,
      rootDir: null,
    };
  }

  async crictlEndpoint(): Promise<null> {
    return null;
  }

  async nodeName(): Promise<string> {
    return 'node1';
  }

  readonly facts = new ScriptedFacts();
}

/** Facts of the node's files that a test puts in; counts what is asked, by name. */
class ScriptedFacts implements FactReader {
  readonly known: { -readonly [K in keyof HostFacts]: HostFacts[K] } = {
    ...noHostFacts('There is no such file.'),
    podDirectories: available([], 1),
    disks: available([], 1),
    boot: available(
      {
        bootedAtMs: 1,
        runtimeStartedAtMs: null,
        kubeletStartedAtMs: null,
        kernelRelease: null,
        cgroupVersion: null,
      },
      1,
    ),
    mounts: available([], 1),
    processes: available([], 1),
  };
  readonly asked: (keyof HostFacts)[] = [];

  count(fact: keyof HostFacts): number {
    return this.asked.filter((name) => name === fact).length;
  }

  async #tell<K extends keyof HostFacts>(fact: K): Promise<HostFacts[K]> {
    this.asked.push(fact);
    return this.known[fact];
  }

  readonly podDirectories = () => this.#tell('podDirectories');
  readonly mounts = () => this.#tell('mounts');
  readonly processes = () => this.#tell('processes');
  readonly disks = () => this.#tell('disks');
  readonly load = async (): Promise<Section<NodeLoad>> => unavailable('There is no /proc.');
  readonly boot = () => this.#tell('boot');
  readonly configFiles = () => this.#tell('configFiles');
  readonly ipReservations = () => this.#tell('ipReservations');
  readonly pullIntents = () => this.#tell('pullIntents');
  readonly gaps = (): readonly string[] => [];
}

/** A journal that says what a test tells it to. */
export class ScriptedJournal implements Journal {
  records: CallRecord[] = [];
  isClosed = false;
  readonly #listeners = new Set<() => void>();

  calls(): Section<readonly CallRecord[]> {
    return available(this.records, 1);
  }

  takeChangedCalls(): readonly CallRecord[] {
    return this.records;
  }

  runtimeLog(): ReturnType<Journal['runtimeLog']> {
    return available([], 1);
  }

  kubeletLog(): ReturnType<Journal['kubeletLog']> {
    return { available: false, reason: 'No kubelet log.' };
  }

  kernelLog(): ReturnType<Journal['kernelLog']> {
    return { available: false, reason: 'No kernel log.' };
  }

  async callsSince(): ReturnType<Journal['callsSince']> {
    return { calls: available(this.records, 1), fromMs: null, gaps: [] };
  }

  sources(): ReturnType<Journal['sources']> {
    return [
      { name: 'runtime-log', status: 'ok', reason: 'Reads a file.', enable: null },
      {
        name: 'kubelet-log',
        status: 'unavailable',
        reason: 'No kubelet log.',
        enable: 'Give one.',
      },
      { name: 'kernel-log', status: 'unavailable', reason: 'No kernel log.', enable: 'Give one.' },
    ];
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  change(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** kubelet's sockets as a test has them. */
export class ScriptedKubeletSockets implements KubeletSockets {
  podsSection: Section<readonly KubeletPod[]> = unavailable('There is no socket.');
  isClosed = false;

  async pods(): Promise<Section<readonly KubeletPod[]>> {
    return this.podsSection;
  }

  async podResources(): ReturnType<KubeletSockets['podResources']> {
    return unavailable('There is no socket.');
  }

  close(): void {
    this.isClosed = true;
  }
}

/** An API server as a test has it: none at first; notes what it is asked. */
export class ScriptedKube implements Kube {
  isConfigured = false;
  podsSection: Section<readonly KubeletPod[]> = available([], 1);
  eventsSection: Section<readonly KubeEvent[]> = available([], 1);
  readonly asked: string[] = [];
  eventsFor: readonly string[] = [];
  volumes: readonly string[] = [];
  isClosed = false;

  async pods(): Promise<Section<readonly KubeletPod[]>> {
    this.asked.push('pods');
    return this.podsSection;
  }

  async events(pods: readonly KubeletPod[]): Promise<Section<readonly KubeEvent[]>> {
    this.asked.push('events');
    this.eventsFor = pods.map(({ name }) => name);
    return this.eventsSection;
  }

  async lease(): ReturnType<Kube['lease']> {
    this.asked.push('lease');
    return available({ renewedAtMs: 1, durationSeconds: 40 }, 1);
  }

  async runtimeClasses(): ReturnType<Kube['runtimeClasses']> {
    this.asked.push('runtimeClasses');
    return unavailable('The credential may not list runtimeclasses.node.k8s.io (403).');
  }

  async volumeAttachments(volumes: ReadonlySet<string>): ReturnType<Kube['volumeAttachments']> {
    this.asked.push('volumeAttachments');
    this.volumes = [...volumes];
    return available([], 1);
  }

  async nodeConditions(): ReturnType<Kube['nodeConditions']> {
    this.asked.push('nodeConditions');
    return available([], 1);
  }

  source(): ReturnType<Kube['source']> {
    return { name: 'kube', status: 'unavailable', reason: 'No API server.', enable: 'Name one.' };
  }

  close(): void {
    this.isClosed = true;
  }
}

/** A kubelet that answers what a test tells it to; counts how often it is asked. */
export class ScriptedKubelet implements Kubelet {
  section: Section<readonly KubeletPod[]> = available([], 1);
  asked = 0;
  isClosed = false;

  async pods(): Promise<Section<readonly KubeletPod[]>> {
    this.asked++;
    return this.section;
  }

  readonly facts: Kubelet['facts'] = {
    health: async () => available({ isOk: true, text: 'ok' }, 1),
    config: async () => unavailable('Not served.'),
    metrics: async () => unavailable('Not served.'),
    summary: async () => unavailable('Not served.'),
  };

  source(): ReturnType<Kubelet['source']> {
    return { name: 'kubelet', status: 'ok', reason: 'Reads pods.', enable: null };
  }

  close(): void {
    this.isClosed = true;
  }
}
