'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { LiveChange } from '../../server/contract/live.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { applyChange } from './apply-change.ts';
import { leaveIfLoggedOut, openChangeStream } from './change-stream.ts';
import type { PodName } from './queries.ts';

/** Back-off between tries: quick at first, since a port-forward is back in a second; then easy on the node. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export interface LiveState {
  readonly phase: 'connecting' | 'live' | 'lost';
  /** When the next try comes, by this browser's clock. */
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    let { failures } = attempt;
    const end = openChangeStream(url, {
      change(change) {
        failures = 0;
        applyChange(client, change, name === '' ? null : { namespace, name, uid });
        setState((old) => (old.phase === 'live' ? old : LIVE));
        tellChange(change);
      },
      lost() {
        const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
        timer = setTimeout(() => setAttempt({ failures: failures + 1 }), waitMs);
        setState({ phase: 'lost', nextTryAtMs: Date.now() + waitMs });
        // No answer at all is what the next try is for.
        leaveIfLoggedOut().catch(() => undefined);
      },
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [client, url, namespace, name, uid, attempt]);

  // A laptop that wakes up, or gets its network back, does not wait for the back-off.
  const isLost = state.phase === 'lost';
  useEffect(() => {
    if (!isLost) return;
    const onWake = () => document.visibilityState === 'visible' && retry();
    document.addEventListener('visibilitychange', onWake);
    window.addEventListener('online', onWake);
    return () => {
      document.removeEventListener('visibilitychange', onWake);
      window.removeEventListener('online', onWake);
    };
  }, [isLost, retry]);

  return { ...state, retry };
}

const CONNECTING = { phase: 'connecting', nextTryAtMs: null } as const;
const LIVE = { phase: 'live', nextTryAtMs: null } as const;
