import { type Judged, type Judgement, toJudgement } from './judgement.ts';

/** 5 s: verdicts depend on time too ("longer than usual"), without any event. */
const REJUDGE_MS = 5_000;
/** 2 s while the runtime does not answer: the page counts the seconds. */
const REJUDGE_STALE_MS = 2_000;
/** 100 ms: a burst of events becomes one judgement. */
const FOLD_MS = 100;
/** Judging takes at most a fiftieth of the time, also when facts keep changing: of 3 % of a core the lists need the rest. */
const SHARE_WHEN_CHANGED = 50;
const SHARE_WHEN_QUIET = 50;
/** 2 s: news of pods wait no longer than this, however long judging takes; news of health do not wait. */
const MAX_WAIT_MS = 2_000;
/** 7 s: and what depends on time alone no longer than this; a page takes 15 s of silence for a dead tunnel. */
const MAX_REJUDGE_MS = 7_000;

/** `now`: health changed, or somebody just came; `soon`: as fast as its cost allows. */
export type Urgency = 'now' | 'soon';

/** The one owner of the latest judgement. */
export interface Judge {
  /** The latest judgement, made anew where facts changed or time passed, as often as its cost allows. */
  current(): Judgement;
  /** Lets go of the latest judgement: nobody looks. */
  forget(): void;
  /** The facts changed: while somebody listens they are judged again shortly. */
  invalidate(urgency: Urgency): void;
  /** Calls back with each new judgement; while anybody listens they are made without being asked for. */
  onJudged(listener: (judgement: Judgement) => void): () => void;
  close(): void;
}

/** `judge` is called with the time of judgement; it must not wait and must not throw for bad facts. */
export function createJudge(judge: (nowMs: number) => Judged, now: () => number = Date.now): Judge {
  let latest: Judgement | null = null;
  let version = 0;
  let costMs = 0;
  let news: Urgency | null = 'now';
  let timer: NodeJS.Timeout | null = null;
  const listeners = new Set<(judgement: Judgement) => void>();

  const judgeNow = (): Judgement => {
    const nowMs = now();
    const startedAtMs = performance.now();
    version += 1;
    latest = toJudgement(judge(nowMs), { version, judgedAtMs: nowMs, before: latest });
    costMs = performance.now() - startedAtMs;
    news = null;
    for (const listener of listeners) listener(latest);
    return latest;
  };
  /** How old a judgement may become before it is made anew. */
  const maxAgeMs = (): number => {
    if (news === 'now') return 0;
    if (news === 'soon') return Math.min(costMs * SHARE_WHEN_CHANGED, MAX_WAIT_MS);
    const quietMs = latest?.stale === true ? REJUDGE_STALE_MS : REJUDGE_MS;
    return Math.min(Math.max(quietMs, costMs * SHARE_WHEN_QUIET), MAX_REJUDGE_MS);
  };
  const schedule = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (listeners.size === 0) return;
    const ageMs = latest === null ? 0 : now() - latest.judgedAtMs;
    const waitMs = Math.max(news === null ? 0 : FOLD_MS, maxAgeMs() - ageMs);
    timer = setTimeout(() => {
      judgeNow();
      schedule();
    }, waitMs);
    timer.unref();
  };
  return {
    current() {
      if (latest !== null && now() - latest.judgedAtMs < maxAgeMs()) return latest;
      const judgement = judgeNow();
      schedule();
      return judgement;
    },
    forget() {
      latest = null;
    },
    invalidate(urgency) {
      if (news === 'now' || news === urgency) return;
      news = urgency;
      schedule();
    },
    onJudged(listener) {
      listeners.add(listener);
      if (timer === null) schedule();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) schedule();
      };
    },
    close() {
      listeners.clear();
      schedule();
    },
  };
}
