'use client';
import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

/** 500 ms: the age of live data is shown in tenths and should not look frozen; texts re-render only when they change. */
const TICK_MS = 500;

/**
 * The server's clock as the page knows it. Ages are told by the node's clock, not by the laptop's, which may be off;
 * and what is rendered first is the same on both sides, so nothing jumps on hydration.
 */
export interface Clock {
  /** The time at which the first view was made: what the first render shows. */
  readonly firstMs: number;
  now(): number;
  /** Takes a newer server time. */
  sync(serverMs: number): void;
  subscribe(listener: () => void): () => void;
}

/** A clock that stands: what is looked at was made at `ms`, and every age is told by that. */
export function createStoppedClock(ms: number): Clock {
  return { firstMs: ms, now: () => ms, sync: () => undefined, subscribe: () => () => undefined };
}

export function createClock(firstMs: number): Clock {
  let baseMs = firstMs;
  let baseAt = performance.now();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => baseMs + (performance.now() - baseAt);
  return {
    firstMs,
    now,
    sync(serverMs) {
      // A message can only be late: an older time than ours is delay, not truth.
      if (serverMs <= now()) return;
      baseMs = serverMs;
      baseAt = performance.now();
    },
    subscribe(listener) {
      listeners.add(listener);
      // biome-ignore lint/style/noRestrictedGlobals: cleared when the last listener leaves
      timer ??= setInterval(() => {
        for (const tell of listeners) tell();
      }, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const ClockContext = createContext<Clock | null>(null);

interface ClockProviderProps {
  readonly firstMs: number;
  /** The data are of one moment and stay so. */
  readonly isStopped?: boolean;
  readonly children: ReactNode;
}

export function ClockProvider({ firstMs, isStopped = false, children }: ClockProviderProps) {
  const [clock] = useState(() => (isStopped ? createStoppedClock : createClock)(firstMs));
  return <ClockContext value={clock}>{children}</ClockContext>;
}

export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error('useClock needs a ClockProvider above it');
  return clock;
}

/** A value that depends on the time; the component renders again only when the value changes. */
export function useClockValue<T extends string | number | boolean>(read: (nowMs: number) => T): T {
  const clock = useClock();
  return useSyncExternalStore(
    clock.subscribe,
    () => read(clock.now()),
    () => read(clock.firstMs),
  );
}
