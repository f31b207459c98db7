import { type Judged, type Judgement, toJudgement } from './judgement.ts';

/** 2 s: verdicts depend on time too ("longer than usual"), without any event. */
const REJUDGE_MS = 2_000;
/** 100 ms: a burst of events becomes one judgement. */
const FOLD_MS = 100;

/** The one owner of the latest judgement. */
export interface Judge {
  /** The latest judgement, made anew where the facts changed or it is older than two seconds. */
  current(): Judgement;
  /** Lets go of the latest judgement: nobody looks. */
  forget(): void;
  /** The facts changed: while somebody listens they are judged again shortly. */
  invalidate(): void;
  /** Calls back with each new judgement; while anybody listens one is made every two seconds. */
  onJudged(listener: (judgement: Judgement) => void): () => void;
  close(): void;
}

/** `judge` is called with the time of judgement; it must not wait and must not throw for bad facts. */
export function createJudge(judge: (nowMs: number) => Judged, now: () => number = Date.now): Judge {
  let latest: Judgement | null = null;
  let version = 0;
  let isOutdated = true;
  let timer: NodeJS.Timeout | null = null;
  const listeners = new Set<(judgement: Judgement) => void>();

  const judgeNow = (): Judgement => {
    const nowMs = now();
    version += 1;
    latest = toJudgement(judge(nowMs), { version, judgedAtMs: nowMs, before: latest });
    isOutdated = false;
    for (const listener of listeners) listener(latest);
    return latest;
  };
  const schedule = (inMs: number): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (listeners.size === 0) return;
    timer = setTimeout(() => {
      judgeNow();
      schedule(REJUDGE_MS);
    }, inMs);
    timer.unref();
  };
  return {
    current() {
      const isFresh = latest !== null && !isOutdated && now() - latest.judgedAtMs < REJUDGE_MS;
      return isFresh && latest !== null ? latest : judgeNow();
    },
    forget() {
      latest = null;
    },
    invalidate() {
      if (isOutdated) return;
      isOutdated = true;
      schedule(FOLD_MS);
    },
    onJudged(listener) {
      listeners.add(listener);
      if (timer === null) schedule(REJUDGE_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) schedule(0);
      };
    },
    close() {
      listeners.clear();
      schedule(0);
    },
  };
}
