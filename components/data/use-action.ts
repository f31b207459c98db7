'use client';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActionKind, ActionPreview, ActionResult } from '../../server/contract/action.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { getJson, postJson } from './api-client.ts';
import { keys } from './queries.ts';

/** 3 min: containers' grace, then a network plugin and the runtime for a minute each. */
const ACT_MS = 180_000;

export interface ActionTarget {
  readonly kind: ActionKind;
  readonly id: string;
}

/** What may be done to an object, and doing it; the server judges at each step. */
export interface AskedAction {
  readonly preview: ActionPreview | null;
  /** Why it is not known whether it may be done. */
  readonly problem: string | null;
  readonly askAgain: () => void;
  readonly act: (confirm: string) => void;
  readonly isActing: boolean;
  readonly result: ActionResult | null;
  /** Why it was not done, or not wholly. */
  readonly failure: string | null;
}

/** Asks what an action would cost, each time anew; null asks nothing. */
export function useAction(target: ActionTarget | null): AskedAction {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['action', target?.kind, target?.id],
    queryFn:
      target === null
        ? skipToken
        : ({ signal }) =>
            getJson<ActionPreview>(apiPaths.actionPreview(target.kind, target.id), signal),
    // What was so a moment ago may not be so any more.
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const acting = useMutation({
    mutationFn: (confirm: string) =>
      postJson<ActionResult>(
        apiPaths.actions(),
        { ...target, confirm },
        AbortSignal.timeout(ACT_MS),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.images }),
  });
  return {
    preview: data ?? null,
    problem: data === undefined ? (error?.message ?? null) : null,
    askAgain: () => {
      acting.reset();
      void refetch();
    },
    act: acting.mutate,
    isActing: acting.isPending,
    result: acting.data ?? null,
    failure: acting.error?.message ?? null,
  };
}
