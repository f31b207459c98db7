import { setMaxListeners } from 'node:events';
import { ALL_CALLS, CallJournal, type CallJournalParts } from './call-journal.ts';
import type { PodDetail } from './contract/pod.ts';
import type { RuntimeConnection } from './cri/runtime-connection.ts';
import { createHandOut, type HandOutParts } from './hand-out.ts';
import type { History, RememberedPod } from './history/history.ts';
import { linkSignals } from './lib/abort.ts';
import { createMemoryReturn } from './lib/give-back-memory.ts';
import { stripControl } from './lib/strip-control.ts';
import { findPod } from './live/find-pod.ts';
import { createJudge, type Judge } from './live/judge.ts';
import type { Judged, Judgement } from './live/judgement.ts';
import { liveStream } from './live/live-stream.ts';
import { createWatch, type Watch } from './live/watch.ts';
import type { NodeHistory } from './open-node-history.ts';
import { answerStats } from './open-stats.ts';
import { explain } from './pipeline/explain/explain.ts';
import { listImages } from './pipeline/image-list.ts';
import type { AskOptions, Runtime } from './runtime.ts';
import type { Collector } from './snapshot/collector.ts';
import type { Stats } from './stats/stats.ts';

/** 3 s: what comes in after a first look that could not wait for it is told at once. */
const ARRIVAL_MS = 3_000;
/** 500 ms: the first look after a quiet time waits this long for fresh facts; every answer stays under a second. */
const FIRST_LOOK_MS = 500;
/** Pods in a capture that are gone: the newest, some 30 KB each before packing. */
const MAX_REMEMBERED = 200;

export interface RuntimeParts {
  readonly connection: RuntimeConnection;
  readonly collector: Collector;
  /** Pure judgement of what the collector and the connection know now. */
  readonly judge: (nowMs: number) => Judged;
  /** Lets go of what only judging again and again needs: nobody looks. */
  readonly rest?: () => void;
  /** What a capture holds beside the judgement. */
  readonly handOut: Pick<HandOutParts, 'facts' | 'stacks'>;
  /** Calls that are known beside those the collector has. */
  readonly olderCalls?: Pick<CallJournalParts, 'callsSince' | 'remembered'>;
  /** What was here before; it is closed with the rest. Without it nothing is remembered. */
  readonly kept?: NodeHistory;
  /** What containers use; closed with the rest. Without it nothing is measured. */
  readonly stats?: Stats;
  /** Where a container's logs are, by the facts there are now; without it there are none. */
  readonly logs?: Runtime['containerLogs'];
  /** For tests: how long an API read counts as looking. */
  readonly readCountsMs?: number;
}

interface LookParts {
  readonly watch: Watch;
  readonly collector: Collector;
  readonly judge: Judge;
  readonly signal: AbortSignal;
}

/** The latest judgement; the first reader after a quiet time, and those beside it, wait for a fresh one. */
function createLook({ watch, collector, judge, signal }: LookParts): {
  look(): Promise<Judgement>;
  /** The same without a judgement: counts as looking, and the lists are there. */
  arrive(): Promise<void>;
  /** True while what a first look could not wait for is still coming in. */
  isArrival(): boolean;
} {
  let firstLook: Promise<unknown> | null = null;
  let firstLookAtMs = Number.NEGATIVE_INFINITY;
  const arrive = async (): Promise<void> => {
    if (watch.touch()) {
      firstLookAtMs = performance.now();
      const looking = collector.refresh({ maxWaitMs: FIRST_LOOK_MS, signal });
      firstLook = looking.then(() => judge.invalidate('now'));
    }
    await firstLook;
  };
  return {
    isArrival: () => performance.now() - firstLookAtMs < ARRIVAL_MS,
    arrive,
    async look() {
      await arrive();
      return judge.current();
    },
  };
}

/** Answers from the latest facts; asking counts as looking. */
function createCalls(parts: RuntimeParts, look: () => Promise<Judgement>): Runtime['calls'] {
  const { connection, collector, olderCalls } = parts;
  const journal = new CallJournal({
    snapshot: () => collector.current(),
    health: () => connection.health(),
    sources: () => collector.sources(),
    nowMs: Date.now,
    ...olderCalls,
  });
  return async (question, options) => {
    await look();
    return journal.list(question, options);
  };
}

/** One pod with what is remembered of it; where it is no more, as it was last seen. */
function createPods(
  history: History | undefined,
  look: () => Promise<Judgement>,
): { readonly pod: Runtime['pod']; readonly complete: (detail: PodDetail) => PodDetail } {
  const complete = (detail: PodDetail): PodDetail => history?.withHistory(detail) ?? detail;
  return {
    complete,
    async pod(ref) {
      const found = findPod(await look(), ref);
      return found === null ? (history?.gonePod(ref) ?? null) : complete(found);
    },
  };
}

/** Files need no runtime: only for a container that is not known yet are fresh facts waited for. */
function createLogs(
  find: RuntimeParts['logs'],
  arrive: () => Promise<void>,
): Runtime['containerLogs'] {
  return async (ref, options) => {
    const known = (await find?.(ref, options)) ?? null;
    if (known !== null) return known;
    await arrive();
    return (await find?.(ref, options)) ?? null;
  };
}

/** What a capture keeps of pods that are here, and of those that are gone. */
function rememberedOf(
  here: readonly PodDetail[],
  kept: History | undefined,
): readonly RememberedPod[] {
  const told = here.flatMap(({ namespace, name, uid, history }) =>
    history === undefined ? [] : [{ namespace, name, uid, history, gone: null }],
  );
  return [...told, ...(kept?.remembered(MAX_REMEMBERED) ?? [])];
}

interface LiveParts {
  readonly watch: Watch;
  readonly judge: Judge;
  readonly look: () => Promise<Judgement>;
  readonly complete: (detail: PodDetail) => PodDetail;
  readonly signal: AbortSignal;
}

/** Streams of what changes; somebody watches as long as one is open. */
function createLive({ watch, judge, look, complete, signal }: LiveParts): Runtime['live'] {
  return async function* live(ref, options: AskOptions) {
    // Before it holds the watch: the look has to know whether anybody was there.
    await look();
    const release = watch.hold();
    const link = linkSignals([options.signal, signal]);
    try {
      yield* liveStream(judge, ref, link.signal, complete);
    } finally {
      link.dispose();
      release();
    }
  };
}

/** Who looks; while nobody does, the sources rest and what only they need is let go of. */
function createRestingWatch(parts: RuntimeParts, judge: Judge): Watch {
  const memory = createMemoryReturn();
  const watch = createWatch((isWatched) => {
    parts.connection.setWatched(isWatched);
    parts.collector.setWatched(isWatched);
    if (isWatched) return memory.cancel();
    judge.forget();
    parts.rest?.();
    parts.kept?.history.rest();
    memory.rested();
  }, parts.readCountsMs);
  return {
    ...watch,
    close() {
      watch.close();
      memory.cancel();
    },
  };
}

/** Joins sources and judgement into the one Runtime, and owns when they work: only while somebody looks. */
export function createRuntime(parts: RuntimeParts): Runtime {
  const { connection, collector } = parts;
  const history = parts.kept?.history;
  const judge = createJudge(parts.judge);
  const watch = createRestingWatch(parts, judge);
  const closing = new AbortController();
  // One listener for each open stream.
  setMaxListeners(0, closing.signal);
  const { look, arrive, isArrival } = createLook({
    watch,
    collector,
    judge,
    signal: closing.signal,
  });
  let hasAnswered = connection.health().state === 'ok';

  const stopHealth = connection.onHealthChange(() => {
    hasAnswered ||= connection.health().state === 'ok';
    judge.invalidate('now');
  });
  const stopFacts = collector.onChange(() => judge.invalidate(isArrival() ? 'now' : 'soon'));
  const { pod, complete } = createPods(history, look);
  const calls = createCalls(parts, look);
  const handOut = createHandOut({
    ...parts.handOut,
    look,
    pod,
    nowMs: Date.now,
    calls: async (ref, options) => (await calls({ ...ALL_CALLS, pod: ref }, options)).calls,
    remembered: (here) => rememberedOf(here.map(complete), history),
  });
  return {
    nodeName: () => collector.current().nodeName,
    nowMs: Date.now,
    isReady: () => hasAnswered,
    node: async () => (await look()).node.value,
    async pods() {
      const { asOf, stale, rows } = await look();
      return { asOf, stale, pods: [...rows.values()].map((row) => row.value) };
    },
    pod,
    async findings() {
      const { asOf, stale, findings } = await look();
      return { asOf, stale, findings: [...findings.value] };
    },
    calls,
    async images() {
      await arrive();
      return listImages({ ...collector.current(), health: connection.health() });
    },
    containerLogs: createLogs(parts.logs, arrive),
    ...answerStats(parts.stats, arrive),
    ...handOut,
    explain: (text) => explain(stripControl(text)),
    live: createLive({ watch, judge, look, complete, signal: closing.signal }),
    async close() {
      closing.abort();
      stopHealth();
      stopFacts();
      watch.close();
      judge.close();
      await parts.stats?.close();
      await parts.kept?.close();
      await collector.close();
      await connection.close();
    },
  };
}
