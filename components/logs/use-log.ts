'use client';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { LogSource } from '../data/log-source.ts';
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
  container: { readonly log: string; readonly id: string },
): UseLog {
  const [controller, setController] = useState<LogController | null>(null);
  const key = `${container.log} ${wishKey(wish)}`;
  const create = useEffectEvent(() => new LogController({ source, wish, containerId: currentId }));
  const currentId = useEffectEvent(() => container.id);
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
