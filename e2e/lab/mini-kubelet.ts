import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LabCri } from './cri-client.ts';
import type { LabPod } from './lab-pod.ts';
import { BackOff } from './mini-kubelet/back-off.ts';
import { KlogWriter } from './mini-kubelet/klog-writer.ts';
import { PodWorker } from './mini-kubelet/pod-worker.ts';
import { RuntimeWatch } from './mini-kubelet/runtime-watch.ts';
import { PodCalls } from './pod-calls.ts';
import type { Lab } from './start-lab.ts';

/** kubelet's own: the first wait and the longest. */
const BACK_OFF_MS = { first: 10_000, longest: 300_000 };

export interface AddPodOptions {
  /** How long RunPodSandbox may take; absent: kubelet's four minutes. */
  readonly sandboxDeadlineMs?: number;
}

export interface MiniKubelet {
  /** Serves /pods, /healthz and /configz. */
  readonly url: string;
  readonly logPath: string;
  /** From now on this pod is driven. */
  addPod(pod: LabPod, options?: AddPodOptions): void;
  /** As after kubectl delete: stops, removes and forgets the pod. */
  deletePod(pod: LabPod): void;
  /** Lets go of everything it drives; records in the runtime stay. */
  close(): Promise<void>;
}

/**
 * A small stand-in for kubelet where there is none: drives pods through CRI in kubelet's order and reports them in its
 * words, derived from what the runtime really answered. It has no probes, volumes, evictions or API server; pulls run
 * side by side (serializeImagePulls: false).
 */
export async function startMiniKubelet(
  lab: Lab,
  options: { readonly signal: AbortSignal },
): Promise<MiniKubelet> {
  const closing = new AbortController();
  const signal = AbortSignal.any([options.signal, closing.signal]);
  // One listener a call in flight, and every pod has its own: more than ten is no leak.
  setMaxListeners(0, signal);
  const log = new KlogWriter(join(lab.dir, 'kubelet.log'));
  // A connection of its own: the lab reconnects its own when it restarts the runtime.
  const cri = new LabCri(lab.endpoint);
  const workers = new Map<string, PodWorker>();
  const running: Promise<void>[] = [];
  const pullBackOff = new BackOff(BACK_OFF_MS.first, BACK_OFF_MS.longest);
  const crashBackOff = new BackOff(BACK_OFF_MS.first, BACK_OFF_MS.longest);
  const watch = new RuntimeWatch({
    cri,
    log,
    signal,
    onChange: (uid) => workers.get(uid)?.wake(),
    onBack: () => {
      for (const worker of workers.values()) worker.wake();
    },
    podKey: (uid) => {
      const pod = workers.get(uid)?.pod;
      return pod === undefined ? null : `${pod.namespace}/${pod.name}`;
    },
  });
  const forget = (pod: LabPod): void => {
    if (signal.aborted) return;
    workers.delete(pod.uid);
    log.info('kubelet.go:2734', 'SyncLoop REMOVE', {
      source: 'api',
      pods: [`${pod.namespace}/${pod.name}`],
    });
  };
  const server = createServer((request, response) => {
    const answer = answerTo(request.url ?? '', workers, lab);
    if (answer === null) return void response.writeHead(404).end('404 page not found');
    response.setHeader(
      'content-type',
      typeof answer === 'string' ? 'text/plain' : 'application/json',
    );
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  running.push(watch.run());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logPath: log.path,
    addPod(pod, { sandboxDeadlineMs } = {}) {
      log.info('kubelet.go:2724', 'SyncLoop ADD', {
        source: 'api',
        pods: [`${pod.namespace}/${pod.name}`],
      });
      const calls = new PodCalls(pod, { cri, place: lab, signal, sandboxDeadlineMs });
      const worker = new PodWorker({ calls, node: watch, log, pullBackOff, crashBackOff, signal });
      workers.set(pod.uid, worker);
      running.push(worker.run().then(() => forget(pod)));
    },
    deletePod(pod) {
      log.info('kubelet.go:2740', 'SyncLoop DELETE', {
        source: 'api',
        pods: [`${pod.namespace}/${pod.name}`],
      });
      workers.get(pod.uid)?.delete();
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      cri.close();
    },
  };
}

function answerTo(
  path: string,
  workers: ReadonlyMap<string, PodWorker>,
  lab: Lab,
): object | string | null {
  switch (path.split('?')[0]) {
    case '/pods': {
      const items = [...workers.values()].map((worker) => worker.toJson());
      return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items };
    }
    case '/healthz':
      return 'ok';
    case '/configz':
      return {
        kubeletconfig: {
          containerRuntimeEndpoint: `unix://${lab.endpoint}`,
          staticPodPath: lab.manifestsDir,
          cgroupDriver: 'cgroupfs',
          serializeImagePulls: false,
        },
      };
    default:
      return null;
  }
}
