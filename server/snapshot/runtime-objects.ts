import { isDeepStrictEqual } from 'node:util';
import type {
  Container,
  ContainerStatus,
  Sandbox,
  SandboxStatus,
} from '../contract/runtime-objects.ts';
import { type Section, valueOr } from '../contract/section.ts';
import { delay } from '../lib/abort.ts';
import { isNotFound } from './call-error.ts';
import { canAskRuntime } from './can-ask-runtime.ts';
import { LatestRun } from './latest-run.ts';
import { newestEnded, newestSandboxes, undecided } from './newest.ts';
import { OnceCache } from './once-cache.ts';
import { Part, type Readable } from './part.ts';
import { withoutSecrets } from './redact.ts';
import type { SnapshotSources } from './snapshot-sources.ts';

/** Lines shown of a container that ended. */
const TAIL_LINES = 15;
/**
 * An answer about a container that ended this shortly before is asked again: containerd writes "OOMKilled" a moment after
 * the exit, and the last lines of the log come with it.
 */
const SETTLE_MS = 3_000;
/** Lists are shown without the answers about single containers when those take longer: a page waits for 500 ms. */
const DETAILS_WAIT_MS = 300;

/** Sandboxes and containers, with what only a question about the single one tells. Read as one. */
export class RuntimeObjects implements Readable {
  readonly #sources: SnapshotSources;
  readonly #onRead: (isNews: boolean) => void;
  readonly #sandboxes: Part<readonly Sandbox[]>;
  readonly #containers: Part<readonly Container[]>;
  readonly #statuses: OnceCache<Container, ContainerStatus>;
  readonly #sandboxStatuses: OnceCache<Sandbox, SandboxStatus>;
  readonly #logTails: OnceCache<Container, readonly string[]>;
  readonly #lists: LatestRun;
  readonly #details: LatestRun;
  readonly #addresses: LatestRun;
  #shown: { sandboxes: Section<readonly Sandbox[]>; containers: Section<readonly Container[]> };
  startedAtMs = 0;
  /** When a reading last brought something else than the one before. */
  newsAtMs = 0;
  /** How long the last lists took, for the pace of the next. */
  lastDurationMs = 0;

  constructor(sources: SnapshotSources, onRead: (isNews: boolean) => void) {
    this.#sources = sources;
    this.#onRead = onRead;
    const { connection, nowMs } = sources;
    const { cri } = connection;
    const list = { nowMs, onRead: () => {} };
    this.#sandboxes = new Part({
      ...list,
      read: async (signal) => withoutSecrets(await cri.sandboxes.list({ signal })),
    });
    this.#containers = new Part({
      ...list,
      read: async (signal) => withoutSecrets(await cri.containers.list({ signal })),
    });
    this.#statuses = new OnceCache({
      idOf: (container) => container.id,
      stampOf: (container) => container.state,
      ask: ({ id }, signal) => orNull(cri.containers.status(id, { signal })),
      isFinal: (_, status) => this.#hasSettled(status?.finishedAtMs ?? null),
    });
    this.#sandboxStatuses = new OnceCache({
      idOf: (sandbox) => sandbox.id,
      stampOf: (sandbox) => sandbox.state,
      ask: ({ id }, signal) => orNull(cri.sandboxes.status(id, { signal })),
      isFinal: () => true,
    });
    this.#logTails = new OnceCache({
      idOf: (container) => container.id,
      stampOf: (container) => container.state,
      ask: (container) => this.#readTail(container),
      isFinal: ({ id }) => this.#hasSettled(this.#statuses.values()[id]?.finishedAtMs ?? null),
    });
    this.#lists = new LatestRun(() => this.#readAndTell());
    this.#details = new LatestRun(() => this.#readDetails());
    this.#addresses = new LatestRun(() => this.#readAddresses());
    this.#shown = this.#latest();
  }

  sandboxes(): Section<readonly Sandbox[]> {
    return this.#shown.sandboxes;
  }

  containers(): Section<readonly Container[]> {
    return this.#shown.containers;
  }

  statuses(): Readonly<Record<string, ContainerStatus>> {
    return this.#statuses.values();
  }

  sandboxStatuses(): Readonly<Record<string, SandboxStatus>> {
    return this.#sandboxStatuses.values();
  }

  logTails(): Readonly<Record<string, readonly string[]>> {
    return this.#logTails.values();
  }

  failure(): string | null {
    return this.#sandboxes.failure() ?? this.#containers.failure();
  }

  /** Reads the lists in a run that begins after this call: an event that came while one ran is not missed. */
  refresh(): Promise<void> {
    return this.#lists.request();
  }

  async #readAndTell(): Promise<void> {
    const before = this.#facts();
    await this.#read();
    const isNews = !isDeepStrictEqual(before, this.#facts());
    if (isNews) this.newsAtMs = this.#sources.nowMs();
    this.#onRead(isNews);
  }

  /** What is shown now; parts that did not change are the same objects, so that comparing is cheap. */
  #facts(): readonly unknown[] {
    const { sandboxes, containers } = this.#shown;
    return [
      sandboxes.available ? sandboxes.value : sandboxes.reason,
      containers.available ? containers.value : containers.reason,
      this.failure(),
      this.statuses(),
      this.logTails(),
    ];
  }

  async #read(): Promise<void> {
    const { connection, nowMs, signal } = this.#sources;
    if (!canAskRuntime(connection)) return;
    this.startedAtMs = nowMs();
    await Promise.all([this.#sandboxes.refresh(signal), this.#containers.refresh(signal)]);
    this.lastDurationMs = nowMs() - this.startedAtMs;
    const details = this.#details.request();
    const isLate = await this.#endsLate(details, signal);
    this.#shown = this.#latest();
    if (isLate) this.#tellWhenEnded(details, () => true);
    const before = this.sandboxStatuses();
    this.#tellWhenEnded(this.#addresses.request(), () => before !== this.sandboxStatuses());
  }

  #tellWhenEnded(run: Promise<void>, isNews: () => boolean): void {
    const tell = (): void => this.#onRead(isNews());
    run.then(tell, tell);
  }

  async #endsLate(round: Promise<void>, signal: AbortSignal): Promise<boolean> {
    const settled = new AbortController();
    const wait = delay(DETAILS_WAIT_MS, AbortSignal.any([signal, settled.signal])).then(
      () => true,
      () => false,
    );
    const isLate = await Promise.race([round.then(() => false), wait]);
    settled.abort();
    return isLate;
  }

  /** What decides about containers that do not run. */
  async #readDetails(): Promise<void> {
    if (this.failure() !== null) return;
    const { signal } = this.#sources;
    const sandboxes = valueOr(this.#sandboxes.section(), []);
    const containers = valueOr(this.#containers.section(), []);
    await this.#statuses.fill(undecided(containers, sandboxes), signal);
    await this.#logTails.fill(newestEnded(containers, sandboxes), signal);
  }

  /** The pods' addresses: nothing waits for them. */
  async #readAddresses(): Promise<void> {
    if (this.failure() !== null) return;
    const sandboxes = valueOr(this.#sandboxes.section(), []);
    await this.#sandboxStatuses.fill(newestSandboxes(sandboxes), this.#sources.signal);
  }

  #latest(): { sandboxes: Section<readonly Sandbox[]>; containers: Section<readonly Container[]> } {
    return { sandboxes: this.#sandboxes.section(), containers: this.#containers.section() };
  }

  #hasSettled(finishedAtMs: number | null): boolean {
    return finishedAtMs === null || this.#sources.nowMs() - finishedAtMs > SETTLE_MS;
  }

  async #readTail(container: Container): Promise<readonly string[] | null> {
    const sandboxes = valueOr(this.#sandboxes.section(), []);
    const sandbox = sandboxes.find(({ id }) => id === container.sandboxId);
    if (sandbox === undefined) return null;
    const { namespace, name: podName, uid: podUid } = sandbox;
    const log = {
      namespace,
      podName,
      podUid,
      container: container.name,
      attempt: container.attempt,
    };
    return this.#sources.host.containerLogTail(log, TAIL_LINES);
  }
}

/** Null for what vanished between list and question: not an error. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
