'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallList, CallRow } from '../../server/contract/call.ts';
import { matchesCall, parseCallQuery } from '../../server/contract/call-query.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { getJson } from './api-client.ts';
import { mergeCalls } from './merge-calls.ts';
import { keys, type PodName, useNewerFirstView } from './queries.ts';
import { useDebounced } from './use-debounced.ts';
import { usePacedRefetch } from './use-paced-refetch.ts';

/** 10 s: the answer takes milliseconds; only a broken connection takes longer. */
const TIMEOUT_MS = 10_000;
/** As the API takes it at most. */
const MAX_FILTER_CHARS = 512;

/** The journal as far as it is known here. */
export interface Calls {
  /** The newest of all calls, whatever the filter; undefined until the first answer. */
  readonly all: CallList | undefined;
  /** Those that fit the filter. */
  readonly fitting: readonly CallRow[];
  /** How many fit in the whole journal, as far as it is known. */
  readonly fittingTotal: number;
  /** Why the latest question was not answered. */
  readonly error: Error | null;
  readonly retry: () => void;
  /** Asks for the next older page; null when there is none. */
  readonly loadOlder: (() => void) | null;
  readonly isLoadingOlder: boolean;
}

/**
 * The call journal, asked again when something changed. A filter works at once on what is here; where that is not the
 * whole journal, the server is asked too. `first` is null where the page came without a first view.
 */
export function useCalls(first: CallList | null, filter: string): Calls {
  const all = useCallList('', { first, isWanted: true });
  const isPartial = all.data !== undefined && all.data.nextCursor !== null;
  const asked = useDebounced(filter).slice(0, MAX_FILTER_CHARS);
  const found = useCallList(asked, { first: null, isWanted: asked !== '' && isPartial });
  const retry = () => {
    void all.refetch();
    if (asked !== '' && isPartial) void found.refetch();
  };
  usePacedRefetch(retry);
  const isFound = asked !== '' && found.data !== undefined;
  const list = isFound ? found.data : all.data;
  const older = useOlderCalls(isFound ? asked : '', list);
  const terms = parseCallQuery(filter);
  const calls = mergeCalls(list?.calls ?? [], older.calls);
  const fitting = filter === '' ? calls : calls.filter((call) => matchesCall(call, terms));
  return {
    all: all.data,
    fitting,
    fittingTotal: isFound && asked === filter ? found.data.total : fitting.length,
    error: all.error ?? found.error ?? older.error,
    retry,
    loadOlder: older.load,
    isLoadingOlder: older.isLoading,
  };
}

function useCallList(
  filter: string,
  { first, isWanted }: { readonly first: CallList | null; readonly isWanted: boolean },
) {
  const key = keys.calls(filter);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getJson<CallList>(callsPath({ q: filter }), signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
    ...(first === null ? {} : { initialData: first }),
  });
  const isNewer = first !== null && (query.data === undefined || query.data.asOf < first.asOf);
  useNewerFirstView(key, first, isNewer);
  return query;
}

interface Kept {
  readonly filter: string;
  readonly calls: readonly CallRow[];
  /** Of the next older page. */
  readonly cursor: string | null;
}

/** Older pages behind the newest answer, kept as long as the filter stays. */
function useOlderCalls(filter: string, newest: CallList | undefined) {
  const [kept, setKept] = useState<Kept | null>(null);
  const own = kept?.filter === filter ? kept : null;
  const cursor = own === null ? (newest?.nextCursor ?? null) : own.cursor;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (after: string) => {
      const path = callsPath({ q: filter, cursor: after });
      return getJson<CallList>(path, AbortSignal.timeout(TIMEOUT_MS));
    },
    onSuccess: (page) =>
      setKept({
        filter,
        calls: mergeCalls(mergeCalls(newest?.calls ?? [], own?.calls ?? []), page.calls),
        cursor: page.nextCursor,
      }),
  });
  const load = cursor === null ? null : () => mutate(cursor);
  return { calls: own?.calls ?? [], load, error, isLoading: isPending };
}

function callsPath(params: { readonly q: string; readonly cursor?: string }): string {
  const given = Object.entries(params).filter(([, value]) => value !== '');
  const text = new URLSearchParams(given).toString();
  return text === '' ? apiPaths.calls() : `${apiPaths.calls()}?${text}`;
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
  return data?.calls ?? [];
}
