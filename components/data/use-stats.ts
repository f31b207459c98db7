'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiPaths } from '../../server/contract/paths.ts';
import type { StatsList, StatsSeries } from '../../server/contract/stats.ts';
import { getJson } from './api-client.ts';
import { mergeSeries } from './merge-series.ts';

/** 60 points: five minutes at the list's pace, and as wide as the small line of a row. */
const RECENT_POINTS = 60;
const LIST_MS = 5_000;
/** 1 s: as often as an opened pod is measured. */
const SERIES_MS = 1_000;

export interface Asked<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What every container uses, asked for while the page is seen. */
export function useStatsList(): Asked<StatsList> {
  const { data, error, refetch } = useQuery({
    queryKey: ['stats'],
    queryFn: ({ signal }) => getJson<StatsList>(apiPaths.stats({ recent: RECENT_POINTS }), signal),
    refetchInterval: LIST_MS,
  });
  return { data, error, retry: () => void refetch() };
}

/** The line of one container, asked for each second while the page is seen: first all of it, then what is new. */
export function useStatsSeries(containerId: string): Asked<StatsSeries> {
  const client = useQueryClient();
  const queryKey = ['stats', containerId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<StatsSeries>(queryKey);
      const last = known?.at.at(-1);
      const path = apiPaths.containerStats(containerId, last);
      const answer = await getJson<StatsSeries>(path, signal);
      return known === undefined || last === undefined ? answer : mergeSeries(known, answer);
    },
    refetchInterval: SERIES_MS,
    // What is kept of it may have a hole by then: asked for anew, the server tells where.
    gcTime: 0,
  });
  return { data, error, retry: () => void refetch() };
}
