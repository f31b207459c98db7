'use client';
import { useQuery } from '@tanstack/react-query';
import type { LogAttempt } from '../../server/contract/log-record.ts';
import type { LogPlace, LogSource } from './log-source.ts';

/** Attempts of a container that left a log; asked again when it has a new one. */
export function useLogAttempts(source: LogSource, place: LogPlace): readonly LogAttempt[] {
  const { data } = useQuery({
    queryKey: ['log-attempts', place],
    queryFn: ({ signal }) => source.attempts(place, signal),
  });
  return data ?? [];
}
