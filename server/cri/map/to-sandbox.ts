import type { Sandbox } from '../../contract/runtime-objects.ts';
import { stripControl, stripControlInRecord } from '../../lib/strip-control.ts';
import { type PodSandbox, PodSandboxState } from '../generated/runtime/v1/api_pb.js';
import { nanosecondsToMs } from './time.ts';

/** A row of the sandbox list. */
export function toSandbox(row: PodSandbox): Sandbox {
  return {
    id: stripControl(row.id),
    namespace: stripControl(row.metadata?.namespace ?? ''),
    name: stripControl(row.metadata?.name ?? ''),
    uid: stripControl(row.metadata?.uid ?? ''),
    attempt: row.metadata?.attempt ?? 0,
    state: row.state === PodSandboxState.SANDBOX_READY ? 'ready' : 'not-ready',
    createdAtMs: nanosecondsToMs(row.createdAt),
    labels: stripControlInRecord(row.labels),
    annotations: stripControlInRecord(row.annotations),
    runtimeHandler: stripControl(row.runtimeHandler),
  };
}
