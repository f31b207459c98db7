'use client';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../server/contract/paths.ts';
import type {
  CommandResult,
  commandRequestSchema,
  PortCheck,
  portCheckRequestSchema,
} from '../../server/contract/ticket.ts';
import { postJson } from './api-client.ts';

/** 75 s: a command may take 60, and its answer a while more. */
const TIMEOUT_MS = 75_000;

/** Runs one command in a container, to its end. */
export function useCommand(containerId: string) {
  return useMutation({
    mutationFn: (request: z.input<typeof commandRequestSchema>) =>
      postJson<CommandResult>(
        apiPaths.command(containerId),
        request,
        AbortSignal.timeout(TIMEOUT_MS),
      ),
  });
}

/** Asks a port from inside a pod's network. */
export function usePortCheck(pod: { readonly namespace: string; readonly name: string }) {
  return useMutation({
    mutationFn: (request: z.input<typeof portCheckRequestSchema>) =>
      postJson<PortCheck>(
        apiPaths.checkPort(pod.namespace, pod.name),
        request,
        AbortSignal.timeout(TIMEOUT_MS),
      ),
  });
}
