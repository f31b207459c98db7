'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../server/contract/paths.ts';
import type {
  Probe,
  ProbeCommands,
  ProbeList,
  ProbeOptions,
  probeRequestSchema,
} from '../../server/contract/probe.ts';
import { ApiError, deleteJson, getJson, postJson } from './api-client.ts';
import type { PodName } from './queries.ts';

/** 30 s: the server answers once its plan stands; reading images of a slow runtime takes a while. */
const TIMEOUT_MS = 30_000;
/** 500 ms while a call is in flight: a state that lasts longer is seen. */
const RUNNING_MS = 500;
/** 1 s while it waits for a person: somebody at another browser may go on. */
const WAITING_MS = 1_000;
/** 3 s: until a probe that somebody else began is told of. */
const LIST_MS = 3_000;

export type ProbeWish = z.input<typeof probeRequestSchema>;
/** The stuck pod that a probe is held beside. */
export interface Beside {
  readonly pod: PodName;
  readonly container: string | null;
}

const probeKey = (id: string) => ['probe', id] as const;
const LIST_KEY = ['probes'] as const;

/** Whether nothing more will happen to it by itself. */
export function isOver({ state, cleanup }: Probe): boolean {
  const isEnded = state === 'succeeded' || state === 'failed' || state === 'cancelled';
  return isEnded && (cleanup.state === 'done' || cleanup.state === 'left');
}

/** One probe, asked again until it is over. A page in the background counts as looking at it, too. */
export function useProbe(id: string) {
  return useQuery({
    queryKey: probeKey(id),
    queryFn: ({ signal }) => getJson<Probe>(apiPaths.probe(id), signal),
    refetchInterval: ({ state: { data, error } }) => {
      // Not known any more, or not for this person: asking again changes nothing.
      if (error instanceof ApiError && !error.retryable) return false;
      if (data === undefined) return WAITING_MS;
      if (isOver(data)) return false;
      return data.state === 'waiting' ? WAITING_MS : RUNNING_MS;
    },
    refetchIntervalInBackground: true,
  });
}

/** The one that runs, and those of before. */
export function useProbeList() {
  return useQuery({
    queryKey: LIST_KEY,
    queryFn: ({ signal }) => getJson<ProbeList>(apiPaths.probes(), signal),
    refetchInterval: LIST_MS,
  });
}

/** What a form offers here, beside a stuck pod where one is named; asked anew with each form. */
export function useProbeOptions(beside: Beside | null) {
  const { pod, container } = beside ?? {};
  return useQuery({
    queryKey: ['probe-options', pod?.namespace, pod?.name, pod?.uid, container],
    queryFn: ({ signal }) =>
      getJson<ProbeOptions>(apiPaths.probeOptions(pod, container ?? undefined), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The same by hand. */
export function useProbeCommands(id: string) {
  return useQuery({
    queryKey: ['probe-commands', id],
    queryFn: ({ signal }) => getJson<ProbeCommands>(apiPaths.probeCommands(id), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Begins a probe. What was wished, credentials with it, is not kept. */
export function useStartProbe() {
  const take = useTakeProbe();
  return useMutation({
    mutationFn: (wish: ProbeWish) =>
      postJson<Probe>(apiPaths.probes(), wish, AbortSignal.timeout(TIMEOUT_MS)),
    onSuccess: take,
    gcTime: 0,
  });
}

/** Makes the call that waits. */
export function useProbeNext(id: string) {
  const take = useTakeProbe();
  return useMutation({
    mutationFn: () => postJson<Probe>(apiPaths.probeNext(id), {}, AbortSignal.timeout(TIMEOUT_MS)),
    onSuccess: take,
  });
}

/** Gives it up and removes what is there; of one that ended, tries again what could not be removed. */
export function useProbeCancel(id: string) {
  const take = useTakeProbe();
  return useMutation({
    mutationFn: () => deleteJson<Probe>(apiPaths.probe(id), AbortSignal.timeout(TIMEOUT_MS)),
    onSuccess: take,
  });
}

/** Looks again for what probes left on the node, and removes it. */
export function useProbeSweep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      postJson<ProbeList>(apiPaths.probeSweep(), {}, AbortSignal.timeout(TIMEOUT_MS)),
    onSuccess: (list) => client.setQueryData(LIST_KEY, list),
  });
}

/** An answer to what was done is newer than a question that is still on its way. */
function useTakeProbe() {
  const client = useQueryClient();
  return async (probe: Probe) => {
    await client.cancelQueries({ queryKey: probeKey(probe.id) });
    client.setQueryData(probeKey(probe.id), probe);
    // The loop ends with a probe that is over; here one may go on again.
    void client.invalidateQueries({ queryKey: probeKey(probe.id) });
    void client.invalidateQueries({ queryKey: LIST_KEY });
  };
}
