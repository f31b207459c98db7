import type { Caller } from '../access/gate.ts';
import type { ActionKind, ActionPreview, ActionRequest, ActionResult } from '../contract/action.ts';
import type { Cri } from '../cri/cri.ts';
import { AppError } from '../http/app-error.ts';
import type { Actions } from '../http/drive.ts';
import { linkSignals } from '../lib/abort.ts';
import type { Log } from '../log.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { type AuditedEnd, auditAction } from './audit.ts';
import { type Finder, findSubject } from './find-subject.ts';
import { type ActionJudgement, judgeAction } from './judge-action.ts';
import { judgeKubeletLife, type KubeletLife, type KubeletSigns } from './kubelet-life.ts';
import { tellLosses } from './losses.ts';
import { perform } from './perform.ts';
import { confirmWord, idOf, lockKey, nameSubject, type Subject } from './subject.ts';

export interface ActionsParts extends Finder {
  readonly cri: Pick<Cri, 'sandboxes' | 'containers' | 'images' | 'changes'>;
  /** All sources read anew: kubelet's list, its sockets, the files. */
  readonly freshSnapshot: (signal: AbortSignal) => Promise<NodeSnapshot>;
  /** Asked anew each time. */
  readonly kubeletSigns: (snapshot: NodeSnapshot, signal: AbortSignal) => Promise<KubeletSigns>;
  /** Called after each action, done or failed, and waited for: what is known is old. */
  readonly onActed: () => Promise<void>;
  readonly log: Log;
}

interface Judged {
  readonly subject: Subject;
  readonly life: KubeletLife;
  readonly judgement: ActionJudgement;
}

interface Running {
  readonly kind: ActionKind;
  readonly user: string;
}

/** Actions of one server; closed with it. */
export interface OwnedActions extends Actions {
  /** Breaks off what runs and waits for its end. */
  close(): Promise<void>;
}

/** Judges each action by what is so now, does what may be done, one at a time on each pod or image. */
export function createActions(parts: ActionsParts): OwnedActions {
  return new NodeActions(parts);
}

class NodeActions implements OwnedActions {
  readonly #parts: ActionsParts;
  readonly #closing = new AbortController();
  /** By lock key. */
  readonly #running = new Map<string, Running>();
  readonly #pending = new Set<Promise<unknown>>();

  constructor(parts: ActionsParts) {
    this.#parts = parts;
  }

  async preview(
    target: { readonly kind: ActionKind; readonly id: string },
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ActionPreview> {
    return toPreview(await this.#judge(target, signal));
  }

  /** The client may leave once it is begun: it is brought to its end, and told to the audit. */
  async act(
    caller: Caller,
    request: ActionRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ActionResult> {
    const acting = this.#act(caller, request, signal);
    this.#pending.add(acting);
    try {
      return await acting;
    } finally {
      this.#pending.delete(acting);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new AppError('runtime-unavailable', 'cri-triage is stopping'));
    await Promise.allSettled(this.#pending);
  }

  async #judge(
    target: { readonly kind: ActionKind; readonly id: string },
    caller: AbortSignal,
  ): Promise<Judged> {
    const link = linkSignals([caller, this.#closing.signal]);
    try {
      const { signal } = link;
      const snapshot = await this.#parts.freshSnapshot(signal);
      const [signs, subject] = await Promise.all([
        this.#parts.kubeletSigns(snapshot, signal),
        findSubject(this.#parts, target, { snapshot, signal }),
      ]);
      const life = judgeKubeletLife(signs, this.#parts.nowMs());
      return { subject, life, judgement: judgeAction(subject, life) };
    } finally {
      link.dispose();
    }
  }

  async #act(caller: Caller, request: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
    const { kind, id, confirm } = request;
    const audit = auditAction(this.#parts.log, { kind, caller, target: id });
    const beganAtMs = performance.now();
    let judged: Judged | null = null;
    const end = (): AuditedEnd => toEnd(judged, performance.now() - beganAtMs);
    let isBegun = false;
    try {
      judged = await this.#judge({ kind, id }, signal);
      refuseUnless(judged, confirm);
      const { subject } = judged;
      const release = this.#take(subject, { kind, user: caller.identity.name });
      isBegun = true;
      const sentence = await perform(this.#parts.cri, subject, this.#closing.signal).finally(
        release,
      );
      audit.done(end(), sentence);
      return { sentence, durationMs: Math.round(performance.now() - beganAtMs) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (isBegun) audit.failed(end(), why);
      else audit.refused(end(), why);
      throw error;
    } finally {
      if (isBegun) await this.#parts.onActed();
    }
  }

  #take(subject: Subject, running: Running): () => void {
    const key = lockKey(subject);
    const other = this.#running.get(key);
    if (other !== undefined) {
      throw new AppError(
        'conflict',
        `${other.user} is just doing ${other.kind} to the same ${subject.kind === 'remove-image' ? 'image' : 'pod'}; wait for its end`,
      );
    }
    this.#running.set(key, running);
    return () => void this.#running.delete(key);
  }
}

function refuseUnless({ subject, judgement }: Judged, confirm: string): void {
  if (judgement.refusal !== null) throw new AppError('conflict', judgement.refusal);
  const wanted = confirmWord(subject);
  if (confirm === wanted) return;
  throw new AppError(
    'bad-request',
    `confirm: "${wanted}" has to be typed, exactly so; nothing was done`,
  );
}

function toPreview({ subject, life, judgement }: Judged): ActionPreview {
  const { state, reason } = life;
  const { refusal, instead } = judgement;
  return {
    kind: subject.kind,
    id: idOf(subject),
    subject: nameSubject(subject),
    pod: 'pod' in subject ? subject.pod : null,
    allowed: refusal === null,
    refusal,
    instead: [...instead],
    kubelet: { state, reason },
    lost: refusal === null ? [...tellLosses(subject, life)] : [],
    confirm: confirmWord(subject),
  };
}

function toEnd(judged: Judged | null, tookMs: number): AuditedEnd {
  const durationMs = Math.round(tookMs);
  if (judged === null) return { subject: null, pod: null, kubelet: null, durationMs };
  const { subject, life } = judged;
  return {
    subject: nameSubject(subject),
    pod: 'pod' in subject ? `${subject.pod.namespace}/${subject.pod.name}` : null,
    kubelet: { state: life.state, reason: life.reason },
    durationMs,
  };
}
