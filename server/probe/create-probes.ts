import { randomBytes, randomUUID } from 'node:crypto';
import type { Caller } from '../access/gate.ts';
import { isAtLeast } from '../access/role.ts';
import type { Probe, ProbeList, ProbeRequest } from '../contract/probe.ts';
import { PROBE_IMAGE_ANNOTATION } from '../contract/probe-words.ts';
import type { Image } from '../contract/runtime-objects.ts';
import { CriError } from '../cri/cri-error.ts';
import { AppError } from '../http/app-error.ts';
import type { Probes } from '../http/drive.ts';
import { auditEnd, auditPress, auditRefused, auditStart, whoIs } from './audit.ts';
import { objectAt, textAt } from './plan/config-edit.ts';
import type { ProbePlan } from './plan.ts';
import { createOptions } from './probe-options.ts';
import { ProbeRecord } from './probe-record.ts';
import { ProbeStore } from './probe-store.ts';
import type { ProbesParts } from './probes-parts.ts';
import type { PulledImage } from './remove-image.ts';
import { ProbeRun } from './run-probe.ts';
import { sandboxImageRef } from './sandbox-image.ts';
import { Sweeper } from './sweeper.ts';

/** 2 min past its deadline a probe that is still there has lost its server, whatever its process says. */
const LABEL_GRACE_MS = 120_000;
/** What is asked before a probe begins. */
const FACTS_DEADLINE_MS = 5_000;

export interface OwnedProbes extends Probes {
  /** Gives up what runs and cleans up, for a few seconds at most. */
  close(): Promise<void>;
}

/** Probes of this server: one at a time, each cleaned up whatever happens, and what earlier ones left. */
export function createProbes(parts: ProbesParts): OwnedProbes {
  const engine = new Engine(parts);
  return {
    options: createOptions(parts),
    start: (caller, request, { signal }) => engine.start(caller, request, signal),
    list: async () => engine.list(),
    get: async (id) => engine.get(id),
    next: async (caller, id) => engine.next(caller, id),
    cancel: async (caller, id) => engine.cancel(caller, id),
    commands: (id) => engine.commands(id),
    sweep: (caller) => engine.sweep(caller),
    close: () => engine.close(),
  };
}

class Engine {
  readonly #parts: ProbesParts;
  readonly #store = new ProbeStore();
  readonly #sweeper: Sweeper;
  /** The one that runs, until nothing of it is left to do. */
  #running: Promise<void> = Promise.resolve();
  #isStarting = false;
  #isClosed = false;

  constructor(parts: ProbesParts) {
    this.#parts = parts;
    this.#sweeper = new Sweeper(parts, this.#store);
    this.#sweeper.start();
  }

  async start(caller: Caller, request: ProbeRequest, signal: AbortSignal): Promise<Probe> {
    this.#refuseSecond();
    this.#isStarting = true;
    try {
      const run = await this.#prepare(caller, request, signal);
      if (this.#isClosed) throw stopping();
      this.#store.begin(run);
      auditStart(this.#parts.log, caller, run.record);
      this.#running = this.#drive(run);
      return this.#tell(run);
    } finally {
      this.#isStarting = false;
    }
  }

  list(): ProbeList {
    return {
      current: this.#store.current?.record.start.id ?? null,
      probes: this.#store.all.map((run) => {
        const { id, state, startedAt, endedAt, user, image, sentence } = this.#tell(run);
        return { id, state, startedAt, endedAt, user, image, sentence };
      }),
      left: [...this.#store.left()],
    };
  }

  get(id: string): Probe | null {
    const run = this.#store.find(id);
    if (run === null) return null;
    run.look();
    return this.#tell(run);
  }

  next(caller: Caller, id: string): Probe | null {
    const run = this.#store.find(id);
    if (run === null) return null;
    if (run.record.next !== null) auditPress(this.#parts.log, caller, run.record, 'next');
    run.next();
    return this.#tell(run);
  }

  async cancel(caller: Caller, id: string): Promise<Probe | null> {
    const run = this.#store.find(id);
    if (run === null) return null;
    if (run.record.hasEnded) {
      if (run.record.cleanup.left.length === 0) return this.#tell(run);
      auditPress(this.#parts.log, caller, run.record, 'retry');
      await run.cleanUp();
      auditEnd(this.#parts.log, run.record);
      return this.#tell(run);
    }
    auditPress(this.#parts.log, caller, run.record, 'cancel');
    run.cancel('by-person');
    return this.#tell(run);
  }

  commands(id: string): ReturnType<Probes['commands']> {
    const run = this.#store.find(id);
    return run === null ? null : this.#parts.planner.commands(run.record.start.plan);
  }

  async sweep(caller: Caller): Promise<ProbeList> {
    this.#parts.log.info(whoIs(caller), 'probe: sweep');
    try {
      await this.#sweeper.sweep();
    } catch (error) {
      throw unavailable(error);
    }
    return this.list();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#store.current?.giveUpAfter(this.#parts.limits.closeMs);
    await this.#sweeper.close();
    await this.#running;
  }

  async #drive(run: ProbeRun): Promise<void> {
    await run.run();
    this.#store.end(run);
    auditEnd(this.#parts.log, run.record);
  }

  #tell(run: ProbeRun): Probe {
    return run.record.toProbe(this.#parts.node.usual());
  }

  #refuseSecond(): void {
    if (this.#isClosed) throw stopping();
    const current = this.#store.current?.record.start.id;
    if (current !== undefined) {
      throw new AppError('conflict', `one probe at a time: ${current} is still here`);
    }
    if (this.#isStarting) throw new AppError('conflict', 'one probe at a time: another one begins');
  }

  async #prepare(caller: Caller, request: ProbeRequest, signal: AbortSignal): Promise<ProbeRun> {
    const { node, planner, limits, log, nowMs } = this.#parts;
    const { images, status } = await this.#facts(signal);
    const id = randomBytes(4).toString('hex');
    const startedAtMs = nowMs();
    const mustPull = request.pullPolicy === 'Always' ? limits.callMs.PullImage : 0;
    const asked = withImage(request, sandboxImageRef(status.sandboxImage, images));
    const facts = {
      id,
      uid: randomUUID(),
      owner: node.owner,
      podLogs: await node.podLogs(),
      images,
      isAdmin: isAtLeast(caller.identity.role, 'admin'),
      cgroupDriver: status.cgroupDriver,
      readConfig: planner.readConfig,
    };
    // A pull that turns out to be needed needs its time too; the label allows for it in any case.
    const longestMs = limits.deadlineMs[request.mode] + limits.callMs.PullImage + LABEL_GRACE_MS;
    const deadlineSeconds = Math.ceil((startedAtMs + longestMs) / 1_000);
    const result = planner.plan(asked, { ...facts, deadlineSeconds });
    if (result.kind === 'not-allowed') auditRefused(log, caller, result.problems);
    if (result.kind !== 'plan') throw refusal(result);
    const { plan } = result;
    const image = newImageOf(plan, images);
    const pullMs = image === null ? mustPull : limits.callMs.PullImage;
    const record = new ProbeRecord({
      id,
      mode: request.mode,
      user: caller.identity.name,
      startedAtMs,
      deadlineAtMs: startedAtMs + limits.deadlineMs[request.mode] + pullMs,
      plan,
      beside: request.pod,
    });
    const beside = request.pod;
    return new ProbeRun({
      node,
      limits,
      log,
      record,
      auth: request.auth,
      logFolder: textAt(plan.sandboxConfig, 'log_directory'),
      image,
      redact: planner.redact,
      compare:
        beside === null
          ? null
          : (stop) => planner.compare(record.toProbe(node.usual()), plan, beside, stop),
    });
  }

  async #facts(signal: AbortSignal) {
    const { node } = this.#parts;
    const { state, message } = node.health();
    if (state === 'hung' || state === 'down') {
      throw new AppError('runtime-unavailable', message ?? undefined);
    }
    const options = { signal, deadlineMs: FACTS_DEADLINE_MS };
    try {
      const [images, status] = await Promise.all([
        node.cri.images.list(options),
        node.cri.runtime.status(options),
      ]);
      return { images, status };
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function stopping(): AppError {
  return new AppError('runtime-unavailable', 'cri-triage is being stopped');
}

function unavailable(error: unknown): unknown {
  if (!(error instanceof CriError)) return error;
  return new AppError('runtime-unavailable', { detail: error.message, cause: error });
}

/** Where nobody names an image, the one of sandboxes: it is on every node, and does nothing when it runs. */
function withImage(request: ProbeRequest, ref: string | null): ProbeRequest {
  const isNamed = request.image !== null || request.containerConfig !== null;
  return isNamed || ref === null ? request : { ...request, image: ref };
}

/** The plan notes on the sandbox which image has to go with the probe. */
function newImageOf(plan: ProbePlan, images: readonly Image[]): PulledImage | null {
  const ref = textAt(objectAt(plan.sandboxConfig, 'annotations'), PROBE_IMAGE_ANNOTATION);
  return ref === '' ? null : { ref, idsBefore: new Set(images.map(({ id }) => id)) };
}

function refusal(result: {
  readonly kind: 'wrong' | 'not-allowed';
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}): AppError {
  const { kind, problems } = result;
  if (kind === 'not-allowed') {
    const paths = problems.map(({ path }) => path).join(', ');
    const detail = `only an admin may let a probe reach the node: ${paths}`;
    return new AppError('forbidden', detail, problems);
  }
  const [first] = problems;
  const detail = first === undefined ? 'the request is wrong' : `${first.path}: ${first.message}`;
  return new AppError('bad-request', detail, problems);
}
