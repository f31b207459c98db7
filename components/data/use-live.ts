'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { LiveChange } from '../../server/contract/live.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { applyChange } from './apply-change.ts';
import type { PodName } from './queries.ts';

/** Back-off between tries: quick at first, since a port-forward is back in a second; then easy on the node. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export interface LiveState {
  readonly phase: 'connecting' | 'live' | 'lost';
  /** Client times (Date.now): when the stream was lost, and when the next try comes. */
  readonly lostAtMs: number | null;
  readonly nextTryAtMs: number | null;
  /** Tries now instead of later. */
  readonly retry: () => void;
}

/**
 * The page's one stream of changes, written into the query cache. It reconnects with back-off; each connection begins
 * with everything, so nothing is missed. `onChange` sees each message after the cache has it.
 */
export function useLive(pod: PodName | null, onChange: (change: LiveChange) => void): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<Omit<LiveState, 'retry'>>(CONNECTING);
  const [attempt, setAttempt] = useState({ failures: 0 });
  const retry = useCallback(() => setAttempt({ failures: 0 }), []);
  const tellChange = useEffectEvent(onChange);
  const url = apiPaths.events(pod ?? undefined);
  const { namespace = '', name = '', uid = null } = pod ?? {};

  useEffect(() => {
    const source = new EventSource(url);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = attempt.failures;
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const change = JSON.parse(event.data) as LiveChange;
      applyChange(client, change, name === '' ? null : { namespace, name, uid });
      failures = 0;
      setState((old) => (old.phase === 'live' ? old : LIVE));
      tellChange(change);
    });
    source.onerror = () => {
      // The browser's own retry has a fixed pace and gives up on an answer that is no stream: ours does neither.
      source.close();
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
      const nowMs = Date.now();
      setState((old) => ({
        phase: 'lost',
        lostAtMs: old.lostAtMs ?? nowMs,
        nextTryAtMs: nowMs + waitMs,
      }));
      timer = setTimeout(() => setAttempt({ failures: failures + 1 }), waitMs);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [client, url, namespace, name, uid, attempt]);

  return { ...state, retry };
}

const CONNECTING = { phase: 'connecting', lostAtMs: null, nextTryAtMs: null } as const;
const LIVE = { phase: 'live', lostAtMs: null, nextTryAtMs: null } as const;
