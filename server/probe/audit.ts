import type { Caller } from '../access/gate.ts';
import type { ConfigProblem } from '../contract/cri-config.ts';
import type { ProbeLog } from './probe-node.ts';
import type { ProbeRecord } from './probe-record.ts';

/** What the log says of somebody; never what they sent. */
export function whoIs({ identity }: Caller): { readonly user: string; readonly role: string } {
  return { user: identity.name, role: identity.role };
}

function about({ start }: ProbeRecord): object {
  const { id, mode, plan } = start;
  const { image, runtimeHandler, privileges } = plan;
  return { probe: id, mode, image, runtimeHandler, privileges };
}

/** Who began what. */
export function auditStart(log: ProbeLog, caller: Caller, record: ProbeRecord): void {
  log.info({ ...whoIs(caller), ...about(record) }, 'probe started');
}

/** Who wanted what they may not. */
export function auditRefused(
  log: ProbeLog,
  caller: Caller,
  problems: readonly ConfigProblem[],
): void {
  log.warn({ ...whoIs(caller), refused: problems.map(({ path }) => path) }, 'probe refused');
}

/** Who pressed what on a probe that is here. */
export function auditPress(
  log: ProbeLog,
  caller: Caller,
  { start, next }: ProbeRecord,
  press: 'next' | 'cancel' | 'retry',
): void {
  const call = press === 'next' ? { call: next } : {};
  log.info({ ...whoIs(caller), probe: start.id, ...call }, `probe: ${press}`);
}

/** What became of it. */
export function auditEnd(log: ProbeLog, record: ProbeRecord): void {
  const { start, state, cancel, steps, cleanup } = record;
  const stopped = steps.find((step) => step.state === 'failed' || step.state === 'cancelled');
  const fields = {
    user: start.user,
    ...about(record),
    state,
    stoppedAt: stopped?.call ?? null,
    cause: stopped?.cause ?? null,
    cancel,
    durationMs: (record.endedAtMs ?? Date.now()) - start.startedAtMs,
    removed: cleanup.removed,
  };
  if (cleanup.left.length === 0) log.info(fields, 'probe ended');
  else log.warn({ ...fields, left: cleanup.left }, 'probe ended and left something');
}
