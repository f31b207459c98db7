import type { Caller } from '../access/gate.ts';
import type { ActionKind, ActionPreview } from '../contract/action.ts';
import type { Log } from '../log.ts';

export interface AuditedAction {
  readonly kind: ActionKind;
  readonly caller: Caller;
  /** As it was asked for. */
  readonly target: string;
}

/** What is known of it by the time it ends; null where it did not come so far. */
export interface AuditedEnd {
  readonly subject: string | null;
  readonly pod: string | null;
  readonly kubelet: ActionPreview['kubelet'] | null;
  readonly durationMs: number;
}

/**
 * One line for what was done, one for what was refused or failed, both as warnings: what is done to a node is told at every
 * level that tells warnings.
 */
export function auditAction(log: Log, { kind, caller, target }: AuditedAction) {
  const about = (end: AuditedEnd) => ({
    audit: 'action',
    kind,
    user: caller.identity.name,
    role: caller.identity.role,
    target,
    ...(end.subject === null ? {} : { subject: end.subject }),
    ...(end.pod === null ? {} : { pod: end.pod }),
    ...(end.kubelet === null
      ? {}
      : { kubelet: end.kubelet.state, kubeletReason: end.kubelet.reason }),
    durationMs: end.durationMs,
  });
  return {
    done(end: AuditedEnd, result: string): void {
      log.warn({ ...about(end), result }, 'action done');
    },
    refused(end: AuditedEnd, reason: string): void {
      log.warn({ ...about(end), reason }, 'action refused');
    },
    failed(end: AuditedEnd, reason: string): void {
      log.warn({ ...about(end), reason }, 'action failed');
    },
  };
}
