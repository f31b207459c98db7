'use client';
import { useMutation } from '@tanstack/react-query';
import type { Explanation } from '../../server/contract/explain.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { postJson } from './api-client.ts';

/** 10 s: the answer takes milliseconds; only a broken connection takes longer. */
const TIMEOUT_MS = 10_000;

/** Asks the server what an error text tells. */
export function useExplain() {
  return useMutation({
    mutationFn: (text: string) =>
      postJson<Explanation>(apiPaths.explain(), { text }, AbortSignal.timeout(TIMEOUT_MS)),
  });
}
