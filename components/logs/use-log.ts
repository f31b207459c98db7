'use client';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { LogPlace, LogSource } from '../data/log-source.ts';
import { LogController } from './log-controller.ts';
import { FIRST_STATE, type LogState, type LogWish } from './log-state.ts';
import { wishKey } from './log-wish.ts';

export interface UseLog {
  readonly state: LogState;
  /** Null until the page runs. */
  readonly controller: LogController | null;
}

/** The text of a container's log as it was wished for. `log` names the log: while it stays, a new id is only the next attempt. */
export function useLog(
  source: LogSource,
  wish: LogWish,
  at: { readonly log: string; readonly place: LogPlace },
): UseLog {
  const [controller, setController] = useState<LogController | null>(null);
  const key = `${at.log} ${wishKey(wish)}`;
  const place = useRef(at.place);
  useEffect(() => {
    place.current = at.place;
  });
  const create = useEffectEvent(
    () => new LogController({ source, wish, place: () => place.current }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all that was asked for
  useEffect(() => {
    const made = create();
    setController(made);
    made.start();
    return () => made.close();
  }, [key]);
  const state = useSyncExternalStore(
    controller?.subscribe ?? subscribeNever,
    controller?.get ?? firstState,
    firstState,
  );
  return { state, controller };
}

const subscribeNever = () => () => undefined;
const firstState = () => FIRST_STATE;
