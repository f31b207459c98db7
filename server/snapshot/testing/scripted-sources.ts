import type { CallRecord } from '../../contract/journal.ts';
import type { KubeletPod } from '../../contract/kubelet-pod.ts';
import { available, type Section, unavailable } from '../../contract/section.ts';
import type { Host } from '../../host/host.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Kubelet } from '../../kubelet/client.ts';

/** A host with nothing on it but the logs a test puts in; counts what it is asked. */
export class ScriptedHost implements Host {
  /** Log lines by "container/attempt". */
  readonly logs = new Map<string, string[]>();
  tailsRead = 0;
  directoriesRead = 0;

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
}

/** A journal that says what a test tells it to. */
export class ScriptedJournal implements Journal {
  records: CallRecord[] = [];
  isClosed = false;
  readonly #listeners = new Set<() => void>();

  calls(): Section<readonly CallRecord[]> {
    return available(this.records, 1);
  }

  runtimeLog(): ReturnType<Journal['runtimeLog']> {
    return available([], 1);
  }

  kubeletLog(): ReturnType<Journal['kubeletLog']> {
    return { available: false, reason: 'No kubelet log.' };
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
