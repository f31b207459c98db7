'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallList, CallRow } from '../../server/contract/call.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { getJson } from './api-client.ts';
import { mergeCalls } from './merge-calls.ts';
import { keys, type PodName, useNewerFirstView } from './queries.ts';
import { usePacedRefetch } from './use-paced-refetch.ts';

/** 10 s: the answer takes milliseconds; only a broken connection takes longer. */
const TIMEOUT_MS = 10_000;

/** The journal as far as it is known here. */
export interface Calls {
  /** Undefined until the first answer. */
  readonly list: CallList | undefined;
  /** Why the latest question was not answered. */
  readonly error: Error | null;
  readonly retry: () => void;
  /** Asks for the next older page; null when there is none. */
  readonly loadOlder: (() => void) | null;
  readonly isLoadingOlder: boolean;
}

/** The call journal, asked again when something changed. `first` is null where the page came without a first view. */
export function useCalls(first: CallList | null): Calls {
  const { data, error, refetch } = useQuery({
    queryKey: keys.calls,
    queryFn: ({ signal }) => getJson<CallList>(apiPaths.calls(), signal),
    staleTime: Number.POSITIVE_INFINITY,
    ...(first === null ? {} : { initialData: first }),
  });
  const isNewer = first !== null && (data === undefined || data.asOf < first.asOf);
  useNewerFirstView(keys.calls, first, isNewer);
  const retry = () => void refetch();
  usePacedRefetch(retry);
  const [kept, setKept] = useState<Kept>({ calls: [], cursor: undefined });
  const cursor = kept.cursor === undefined ? (data?.nextCursor ?? null) : kept.cursor;
  const older = useMutation({
    mutationFn: (after: string) => getOlder(after),
    onSuccess: (page) =>
      setKept((old) => ({
        calls: mergeCalls(mergeCalls(data?.calls ?? [], old.calls), page.calls),
        cursor: page.nextCursor,
      })),
  });
  const list = data && { ...data, calls: [...mergeCalls(data.calls, kept.calls)] };
  const loadOlder = cursor === null ? null : () => older.mutate(cursor);
  return { list, error: error ?? older.error, retry, loadOlder, isLoadingOlder: older.isPending };
}

interface Kept {
  readonly calls: readonly CallRow[];
  /** Of the next older page; undefined while none was asked for. */
  readonly cursor: string | null | undefined;
}

function getOlder(cursor: string): Promise<CallList> {
  const path = `${apiPaths.calls()}?cursor=${encodeURIComponent(cursor)}`;
  return getJson<CallList>(path, AbortSignal.timeout(TIMEOUT_MS));
}

/** The calls of one pod, asked for while `isWanted`. */
export function usePodCalls(pod: PodName, isWanted: boolean): readonly CallRow[] {
  const { data, refetch } = useQuery({
    queryKey: keys.podCalls(pod),
    queryFn: ({ signal }) => getJson<CallList>(apiPaths.calls(pod), signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  });
  usePacedRefetch(() => isWanted && void refetch());
  return data?.calls.filter(({ uid }) => uid === null || pod.uid === null || uid === pod.uid) ?? [];
}
