'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveVersion } from './queries.ts';

/** 2 s between two questions: what changes faster could not be read anyway, and the node is spared. */
const MIN_GAP_MS = 2_000;

/** Asks again after each change on the node, not more often than every 2 s, and only while the page is seen. */
export function usePacedRefetch(refetch: () => unknown): void {
  const version = useLiveVersion();
  const told = useRef<number | undefined>(undefined);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const ask = useEffectEvent(refetch);
  useEffect(() => {
    if (version === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      if (document.visibilityState !== 'visible' || told.current === version) return;
      told.current = version;
      askedAt.current = performance.now();
      ask();
    };
    const arm = () => {
      clearTimeout(timer);
      timer = setTimeout(run, Math.max(0, askedAt.current + MIN_GAP_MS - performance.now()));
    };
    arm();
    document.addEventListener('visibilitychange', arm);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', arm);
    };
  }, [version]);
}
