import type { Caller } from '../access/gate.ts';
import type { EndReason, StreamKind } from '../contract/ticket.ts';
import type { Log } from '../log.ts';
import type { ContainerNames } from './pick-shell.ts';

/** 1 KB of a command line: enough to know what was run. */
const MAX_COMMAND_CHARS = 1_024;

/** Who opened what. */
export interface AuditedStream {
  readonly kind: StreamKind | 'command' | 'check-port';
  readonly caller: Caller;
  /** Container or sandbox. */
  readonly target: string;
  readonly names: ContainerNames | null;
  readonly command?: readonly string[];
  readonly port?: number;
}

/** What came of it. */
export interface AuditedEnd {
  readonly reason: EndReason | 'answered';
  readonly exitCode: number | null;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly leftBehind?: string | null;
}

/** Logs that a stream was opened; the returned function logs its end. Keystrokes and output are never logged. */
export function auditOpen(log: Log, stream: AuditedStream): (end: AuditedEnd) => void {
  const { kind, caller, target, names, command, port } = stream;
  const about = {
    stream: kind,
    user: caller.identity.name,
    role: caller.identity.role,
    target,
    ...(names === null
      ? {}
      : { pod: `${names.namespace}/${names.pod}`, container: names.container }),
    ...(command === undefined ? {} : { command: command.join(' ').slice(0, MAX_COMMAND_CHARS) }),
    ...(port === undefined ? {} : { port }),
  };
  const openedAtMs = performance.now();
  log.info(about, 'stream opened');
  return ({ reason, exitCode, bytesIn, bytesOut, leftBehind = null }) => {
    const durationMs = Math.round(performance.now() - openedAtMs);
    const left = leftBehind === null ? {} : { leftBehind };
    log.info(
      { ...about, reason, exitCode, bytesIn, bytesOut, durationMs, ...left },
      'stream ended',
    );
  };
}
