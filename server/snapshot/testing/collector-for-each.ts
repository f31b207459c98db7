import { afterEach, beforeEach } from 'vitest';
import type { CallRecord } from '../../contract/journal.ts';
import type { Collector } from '../collector.ts';
import { createCollector } from '../create-collector.ts';
import { ScriptedConnection } from './scripted-connection.ts';
import {
  ScriptedHost,
  ScriptedJournal,
  ScriptedKube,
  ScriptedKubelet,
  ScriptedKubeletSockets,
} from './scripted-sources.ts';

/** A collector on scripted sources. */
export class CollectorAtWork {
  readonly connection = new ScriptedConnection();
  readonly host = new ScriptedHost();
  readonly journal = new ScriptedJournal();
  readonly kubelet = new ScriptedKubelet();
  readonly kubeletSockets = new ScriptedKubeletSockets();
  readonly kube = new ScriptedKube();
  /** Added to the real clock: moves paces on without waiting. */
  aheadMs = 0;
  readonly collector: Collector = createCollector({
    connection: this.connection,
    host: this.host,
    journal: this.journal,
    kubelet: this.kubelet,
    kubeletSockets: this.kubeletSockets,
    kube: this.kube,
    nodeName: 'node1',
    nowMs: () => Date.now() + this.aheadMs,
  });

  readonly refresh = (maxWaitMs = 2_000) =>
    this.collector.refresh({ maxWaitMs, signal: new AbortController().signal });

  readonly source = (name: string) => this.collector.sources().find((item) => item.name === name);
}

/** A fresh collector for each test of the file, closed after it. */
export function collectorForEach(): () => CollectorAtWork {
  let atWork: CollectorAtWork | undefined;
  beforeEach(() => {
    atWork = new CollectorAtWork();
  });
  afterEach(() => atWork?.collector.close());
  return () => {
    if (atWork === undefined) throw new Error('no test runs');
    return atWork;
  };
}

export const openPull: CallRecord = {
  call: 'PullImage',
  beganAtMs: 1,
  endedAtMs: null,
  outcome: 'open',
  error: null,
  pod: null,
  sandboxId: null,
  containerId: null,
  container: null,
  imageRef: 'registry.example/a:1',
  where: 'log:1',
  text: '',
};
