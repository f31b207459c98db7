/** 30 s: an API read counts as somebody looking for this long. */
const READ_COUNTS_MS = 30_000;

/** Whether anybody looks: an open stream, or an API read a short while ago. */
export interface Watch {
  isWatched(): boolean;
  /** An API read. Returns true when nobody had looked before it. */
  touch(): boolean;
  /** An open stream; the returned function ends it. */
  hold(): () => void;
  close(): void;
}

/** Tells `onChange` when looking begins and ends; nothing runs while nobody looks. */
export function createWatch(
  onChange: (isWatched: boolean) => void,
  readCountsMs = READ_COUNTS_MS,
): Watch {
  let streams = 0;
  let timer: NodeJS.Timeout | null = null;
  let isWatched = false;
  const settle = (): void => {
    const next = streams > 0 || timer !== null;
    if (next === isWatched) return;
    isWatched = next;
    onChange(next);
  };
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const touch = (): boolean => {
    const isFirst = !isWatched;
    stop();
    timer = setTimeout(() => {
      timer = null;
      settle();
    }, readCountsMs);
    timer.unref();
    settle();
    return isFirst;
  };
  return {
    isWatched: () => isWatched,
    touch,
    hold() {
      streams += 1;
      settle();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        streams -= 1;
        // A page that is loaded again closes its stream just before it opens the next one.
        touch();
      };
    },
    close() {
      stop();
      settle();
    },
  };
}
