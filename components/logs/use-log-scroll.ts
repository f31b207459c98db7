'use client';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** As near to the end as a person can scroll by hand. */
const END_PX = 24;
/** As near to the beginning as it takes to read on without a stop. */
const BEGIN_PX = 600;

interface LogScrollOptions {
  readonly pane: RefObject<HTMLElement | null>;
  readonly virtualizer: Virtualizer<HTMLElement, Element>;
  readonly keys: readonly string[];
  readonly isFollowing: boolean;
  readonly isReading: boolean;
  /** The line that is sought. */
  readonly soughtKey: string | null;
  /** What stands before the sought line is here too. */
  readonly isSettled: boolean;
  readonly onReading: (isReading: boolean) => void;
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

/**
 * Keeps the view where the person is: at the end while following, on the same line when older lines come before it, and
 * on the sought line when there is one.
 */
export function useLogScroll(options: LogScrollOptions): void {
  const { pane, virtualizer, keys, isFollowing, isReading, soughtKey, isSettled } = options;
  const isStuck = isFollowing && !isReading;
  const totalPx = virtualizer.getTotalSize();
  useAnchor(virtualizer, keys, isStuck);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves when lines come or their height is known
  useLayoutEffect(() => {
    if (isStuck && pane.current !== null) pane.current.scrollTop = pane.current.scrollHeight;
  }, [isStuck, keys, totalPx, pane]);
  useArrival(virtualizer, keys, { soughtKey: isFollowing ? null : soughtKey, isSettled });
  useScrolling(options);
}

/** On a change before the first line, the line that stood first stays where it stood. */
function useAnchor(
  virtualizer: Virtualizer<HTMLElement, Element>,
  keys: readonly string[],
  isStuck: boolean,
): void {
  const firstKey = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const before = firstKey.current;
    firstKey.current = keys[0];
    if (isStuck || before === undefined || before === keys[0]) return;
    const moved = keys.indexOf(before);
    const item = moved > 0 ? virtualizer.measurementsCache[moved] : undefined;
    if (item === undefined) return;
    const byPx = item.start - virtualizer.options.paddingStart;
    virtualizer.scrollToOffset((virtualizer.scrollOffset ?? 0) + byPx);
  }, [virtualizer, keys, isStuck]);
}

/** History opens at its end, or at the sought line, once it is there. */
function useArrival(
  virtualizer: Virtualizer<HTMLElement, Element>,
  keys: readonly string[],
  { soughtKey, isSettled }: Pick<LogScrollOptions, 'soughtKey' | 'isSettled'>,
): void {
  const arrivedAt = useRef<string | null>(null);
  useLayoutEffect(() => {
    // Once more when there is room above it, into the middle.
    const goal = soughtKey === null ? 'end' : `${soughtKey} ${isSettled}`;
    if (arrivedAt.current === goal || keys.length === 0) return;
    const index = soughtKey === null ? keys.length - 1 : keys.indexOf(soughtKey);
    if (index === -1) return;
    arrivedAt.current = goal;
    virtualizer.scrollToIndex(index, { align: soughtKey === null ? 'end' : 'center' });
  }, [virtualizer, keys, soughtKey, isSettled]);
}

function useScrolling(options: LogScrollOptions): void {
  const { pane } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    let lastTop = element.scrollTop;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const way = Math.sign(scrollTop - lastTop);
      lastTop = scrollTop;
      const isAtEnd = scrollHeight - scrollTop - clientHeight < END_PX;
      if (way < 0) onUp(latest.current, { isAtEnd, isAtBegin: scrollTop < BEGIN_PX });
      if (way > 0 && isAtEnd) onArrive(latest.current);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [pane]);
}

function onUp(
  { isFollowing, isReading, onReading, onBegin }: LogScrollOptions,
  { isAtEnd, isAtBegin }: { readonly isAtEnd: boolean; readonly isAtBegin: boolean },
): void {
  if (isFollowing && !isAtEnd && !isReading) onReading(true);
  if (isAtBegin) onBegin();
}

function onArrive({ isFollowing, isReading, onReading, onEnd }: LogScrollOptions): void {
  if (!isFollowing) onEnd();
  else if (isReading) onReading(false);
}
