import { callKey } from '../contract/call-key.ts';
import type { PodHistory, UsualDuration } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import { podKey } from '../contract/live.ts';
import type { RuntimeHealth, SourceStatus } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';
import { available, type Section } from '../contract/section.ts';
import { CallOwners } from './call-owners.ts';
import { type CallEntry, type PodName, type RememberedChange, toTime } from './entries.ts';
import type { History, RememberedPod } from './history.ts';
import { Keeper, type KeeperOptions } from './keeper.ts';
import {
  joinTransitions,
  MAX_SERIES_CALLS,
  MAX_TRANSITIONS,
  toPodName,
  toSeries,
  toSeriesQuestion,
} from './pod-history.ts';
import { Recorder, type Seen } from './recorder.ts';
import type { CallQuestion, PodQuestion, StoredFinding, StoredPod } from './store.ts';
import { toUsualDurations, USUAL_SAMPLE } from './usual-durations.ts';

/** 250 ms: verdicts that change together are written together. */
const VERDICT_DELAY_MS = 250;
/** 10 s: calls stand in the runtime's log too, and are read again from it after a crash; a question writes what waits. */
const CALL_DELAY_MS = 10_000;
/** 1 s: how old a pod's history may be told while more is kept; one that was just kept is told with the next look. */
const TOLD_AGE_MS = 1_000;
/** Pods that are looked at side by side. */
const MAX_TOLD = 20;
/** 60 s: a median of hundreds does not move faster. */
const USUAL_AGE_MS = 60_000;
/** 3 s: a new file soon has the calls of the log. */
const NOT_YET_USUAL_MS = 3_000;

export interface HistoryOptions extends KeeperOptions {
  /** An image's name in its full form, so that one image asked for in two ways is one. */
  readonly normalizeImage: (imageRef: string) => string;
}

interface Told {
  readonly version: number;
  readonly atMs: number;
  readonly history: PodHistory | null;
}

class KeptHistory implements History {
  readonly #options: HistoryOptions;
  readonly #keeper: Keeper;
  readonly #owners = new CallOwners();
  readonly #recorder: Recorder;
  readonly #told = new Map<string, Told>();
  #usual: { readonly atMs: number; readonly value: readonly UsualDuration[] } | null = null;
  #health: RuntimeHealth['state'] = 'connecting';

  constructor(options: HistoryOptions, keeper: Keeper) {
    this.#options = options;
    this.#keeper = keeper;
    this.#recorder = new Recorder({
      lastTransition: (pod) => this.#transitions(pod, 1).transitions.at(-1) ?? null,
      herePods: () => this.#keeper.ask((memory) => memory.herePods()).flat(),
      openFindings: () => this.findings(0).filter(({ endedAtMs }) => endedAtMs === null),
    });
  }

  see(seen: Seen): void {
    this.#keeper.add(this.#recorder.see(seen), VERDICT_DELAY_MS);
  }

  rest(): void {
    this.#keeper.add(this.#recorder.rest(this.#options.nowMs()), CALL_DELAY_MS);
  }

  keepCalls(calls: readonly CallRecord[]): void {
    const { normalizeImage } = this.#options;
    const entries = calls.map((call): CallEntry => {
      const record = this.#owners.own(call);
      const isPull = record.call === 'PullImage' && record.imageRef !== null;
      const image = isPull && record.imageRef !== null ? normalizeImage(record.imageRef) : null;
      return { kind: 'call', key: callKey(call), record, image };
    });
    this.#keeper.add(entries, CALL_DELAY_MS);
  }

  keepChange(change: RememberedChange): void {
    this.#keeper.add([{ kind: 'change', change }], VERDICT_DELAY_MS);
  }

  seeHealth({ state, message }: RuntimeHealth, runtimeName: string): void {
    const before = this.#health;
    this.#health = state;
    if (state === before || (before === 'connecting' && state === 'ok')) return;
    const at = toTime(this.#options.nowMs());
    const text = message ?? `Version answers at ${runtimeName}.`;
    this.keepChange({
      at,
      kind: 'runtime-health',
      text: `${runtimeName} ${HEALTH_WORDS[state]}`,
      evidence: { source: 'cri', where: 'Version', at, text, mark: null },
    });
  }

  withHistory(detail: PodDetail): PodDetail {
    const key = podKey(detail);
    const { version } = this.#keeper;
    const nowMs = this.#options.nowMs();
    let known = this.#told.get(key);
    // Every judgement asks for the pod that is looked at; a busy node keeps something with each of them.
    if (known === undefined || (known.version !== version && nowMs - known.atMs >= TOLD_AGE_MS)) {
      known = { version, atMs: nowMs, history: this.#ofPod(detail) };
      this.#told.delete(key);
      this.#told.set(key, known);
      for (const oldest of this.#told.keys()) {
        if (this.#told.size <= MAX_TOLD) break;
        this.#told.delete(oldest);
      }
    }
    if (known.history === null) return detail;
    const seenAtMs = this.#recorder.seenAtMs(toPodName(detail));
    const lastSeenAt = seenAtMs === null ? known.history.lastSeenAt : toTime(seenAtMs);
    return { ...detail, history: { ...known.history, lastSeenAt } };
  }

  gonePod(question: PodQuestion): PodDetail | null {
    const stored = this.#pod(question);
    return stored === null ? null : this.#goneDetail(stored);
  }

  calls({ sinceMs, limit, pod }: Parameters<History['calls']>[0]): readonly CallRecord[] {
    const uid = pod === undefined ? null : (pod.uid ?? this.#pod(pod)?.pod.uid ?? '');
    const name = pod === undefined || uid === null ? undefined : { ...pod, uid };
    return this.#calls({ sinceMs, limit, ...(name === undefined ? {} : { pod: name }) }).map(
      ({ record }) => record,
    );
  }

  usual(): Section<readonly UsualDuration[]> {
    const nowMs = this.#options.nowMs();
    const maxAgeMs = this.#usual?.value.length === 0 ? NOT_YET_USUAL_MS : USUAL_AGE_MS;
    if (this.#usual === null || nowMs - this.#usual.atMs >= maxAgeMs) {
      const samples = this.#keeper.ask((memory) => memory.okDurations(USUAL_SAMPLE));
      this.#usual = { atMs: nowMs, value: toUsualDurations(samples) };
    }
    return available(this.#usual.value, this.#usual.atMs);
  }

  findings(sinceMs: number): readonly StoredFinding[] {
    return this.#keeper.ask((memory) => memory.findings(sinceMs)).flat();
  }

  changes(sinceMs: number): readonly RememberedChange[] {
    return this.#keeper
      .ask((memory) => memory.changes(sinceMs))
      .flat()
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }

  remembered(limit: number): readonly RememberedPod[] {
    return this.#keeper
      .ask((memory) => memory.gonePods(limit))
      .flat()
      .slice(0, limit)
      .flatMap((stored) => {
        const gone = this.#goneDetail(stored);
        if (gone?.history === undefined) return [];
        const { namespace, name, uid, history } = gone;
        return [{ namespace, name, uid, history, gone }];
      });
  }

  source(): SourceStatus {
    return this.#keeper.source();
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  #pod(question: PodQuestion): StoredPod | null {
    const found = this.#keeper.ask((memory) => memory.pod(question)).filter((pod) => pod !== null);
    return found.reduce<StoredPod | null>(
      (best, pod) => (best === null || pod.lastSeenMs >= best.lastSeenMs ? pod : best),
      null,
    );
  }

  #goneDetail({ pod, lastSeenMs }: StoredPod): PodDetail | null {
    const [detail] = this.#keeper
      .ask((memory) => memory.detail(pod))
      .filter((one) => one !== null)
      .reverse();
    if (detail === undefined) return null;
    const asOf = toTime(lastSeenMs);
    return this.withHistory({ ...detail, asOf, stale: false, source: 'history' });
  }

  #ofPod(detail: PodDetail): PodHistory | null {
    const name = toPodName(detail);
    const parts = this.#keeper.ask((memory) => memory.pod(name)).filter((pod) => pod !== null);
    if (parts.length === 0) return null;
    const firstSeenMs = Math.min(...parts.map((part) => part.firstSeenMs));
    const lastSeenMs = Math.max(...parts.map((part) => part.lastSeenMs));
    return {
      firstSeenAt: toTime(firstSeenMs),
      lastSeenAt: toTime(lastSeenMs),
      ...this.#transitions(name, MAX_TRANSITIONS),
      series: this.#series(detail, name),
    };
  }

  #transitions(pod: PodName, limit: number): ReturnType<typeof joinTransitions> {
    return joinTransitions(this.#keeper.ask((memory) => memory.transitions(pod, limit)));
  }

  #series(detail: PodDetail, pod: PodName): PodHistory['series'] {
    const question = toSeriesQuestion(detail);
    if (question === null) return null;
    const { imageRef } = question;
    const subject = imageRef === null ? { pod } : { image: this.#options.normalizeImage(imageRef) };
    const sinceMs = detail.createdAt === null ? 0 : Date.parse(detail.createdAt);
    const calls = this.#calls({ sinceMs, limit: MAX_SERIES_CALLS, ...subject });
    return toSeries(question, calls, this.changes(0));
  }

  #calls(question: CallQuestion): readonly CallEntry[] {
    const found = new Map<string, CallEntry>();
    for (const entry of this.#keeper.ask((memory) => memory.calls(question)).flat()) {
      found.set(entry.key, entry);
    }
    return [...found.values()];
  }
}

const HEALTH_WORDS: Readonly<Record<RuntimeHealth['state'], string>> = {
  connecting: 'was being connected to',
  ok: 'answered again',
  hung: 'stopped answering',
  down: 'went down',
};

/** Opens what this node remembers. Never rejects: without a file it is remembered in memory, and `source()` says so. */
export async function openHistory(options: HistoryOptions): Promise<History> {
  return new KeptHistory(options, await Keeper.open(options));
}
