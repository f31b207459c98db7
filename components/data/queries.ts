'use client';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Finding, FindingList } from '../../server/contract/finding.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail, PodList } from '../../server/contract/pod.ts';
import { ApiError, getJson } from './api-client.ts';

/** A pod that was looked up by name: null when there is none; kept after it went, to be read on. */
export interface PodAnswer {
  readonly pod: PodDetail | null;
  readonly isGone: boolean;
}

/** A pod as an address names it; without a uid the newest of that name. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
}

export const keys = {
  node: ['node'] as const,
  findings: ['findings'] as const,
  images: ['images'] as const,
  pods: ['pods'] as const,
  /** The calls that fit a filter; without one all of them. */
  calls: (filter: string) => ['calls', filter] as const,
  podCalls: (pod: PodName) => ['pod-calls', pod.namespace, pod.name, pod.uid ?? ''] as const,
  /** Which judgement the stream told last. */
  version: ['version'] as const,
  pod: (pod: PodName) => ['pod', pod.namespace, pod.name, pod.uid ?? ''] as const,
};

/** The stream keeps every value fresh; nothing is asked for twice. */
const LIVE = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useNode(first: NodeStatus): NodeStatus {
  const { data } = useQuery({
    ...LIVE,
    queryKey: keys.node,
    queryFn: ({ signal }) => getJson<NodeStatus>(apiPaths.node(), signal),
    initialData: first,
  });
  useNewerFirstView(keys.node, first, data.asOf < first.asOf);
  return data;
}

export function useFindings(first: FindingList): FindingList {
  const { data } = useQuery({
    ...LIVE,
    queryKey: keys.findings,
    queryFn: ({ signal }) => getJson<FindingList>(apiPaths.findings(), signal),
    initialData: first,
  });
  useNewerFirstView(keys.findings, first, data.asOf < first.asOf);
  return data;
}

/** The findings that the stream has told; none until then. */
export function useKnownFindings(): readonly Finding[] {
  const { data } = useQuery<FindingList>({
    ...LIVE,
    queryKey: keys.findings,
    queryFn: skipToken,
  });
  return data?.findings ?? [];
}

/** Grows whenever something on the node has changed; undefined until the stream speaks. */
export function useLiveVersion(): number | undefined {
  return useQuery<number>({ ...LIVE, queryKey: keys.version, queryFn: skipToken }).data;
}

/** All pods, once the stream has told them; until then undefined, and the page shows its first view. */
export function useAllPods(): PodList | undefined {
  return useQuery({
    ...LIVE,
    queryKey: keys.pods,
    queryFn: ({ signal }) => getJson<PodList>(apiPaths.pods(), signal),
    enabled: false,
  }).data;
}

export function usePod(name: PodName, first: PodDetail | null): PodAnswer {
  const key = keys.pod(name);
  const initial: PodAnswer = { pod: first, isGone: false };
  const { data } = useQuery({
    ...LIVE,
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        const path = apiPaths.pod(name.namespace, name.name);
        const pod = await getJson<PodDetail>(name.uid ? `${path}?uid=${name.uid}` : path, signal);
        return { pod, isGone: false };
      } catch (error) {
        if (error instanceof ApiError && error.problem.code === 'not-found') return initial;
        throw error;
      }
    },
    initialData: initial,
  });
  const isNewer = first !== null && (data.pod === null || data.pod.asOf < first.asOf);
  useNewerFirstView(key, initial, isNewer);
  return data;
}

/** A page that is opened while the stream is down brings a newer first view than the cache has. */
export function useNewerFirstView(key: readonly string[], first: unknown, isNewer: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isNewer) client.setQueryData(key, first);
  });
}
