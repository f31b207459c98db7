import type { WebSocket } from 'ws';
import type { Caller, Gate } from '../access/gate.ts';
import { streamPath } from '../contract/paths.ts';
import {
  type AllowKind,
  type StreamKind,
  switchedOffSentence,
  switchOf,
  type TicketRequest,
} from '../contract/ticket.ts';
import { AppError } from '../http/app-error.ts';
import type { Touch } from '../http/touch.ts';
import { createAcceptor } from './accept.ts';
import { auditOpen } from './audit.ts';
import { checkPort } from './check-port.ts';
import { LIMITS, StreamCounts } from './limits.ts';
import { LogStreams } from './log-streams.ts';
import { PortForwards } from './port-forwards.ts';
import { runCommand } from './run-command.ts';
import type { StreamsParts } from './streams-parts.ts';
import { Terminals } from './terminals.ts';
import { createTicketStore } from './ticket-store.ts';
import type { UpgradeTaker } from './upgrade.ts';

/** Commands and questions that are being answered at once: each is a call of the runtime that may take a minute. */
const MAX_AT_ONCE = 4;

export interface Streams {
  readonly touch: Touch;
  /** Takes the upgrades of /ws/{kind}. */
  readonly taker: UpgradeTaker;
  /** Streams that are open, or wait to be taken up. */
  count(): number;
  /** Ends every stream with a word, and what it started on the node. */
  close(): Promise<void>;
}

/** Everything that acts on containers: who may, by one-time tickets, and what comes of it. */
export function createStreams(
  given: Omit<StreamsParts, 'limits'> & Partial<Pick<StreamsParts, 'limits'>>,
): Streams {
  const parts: StreamsParts = { limits: LIMITS, ...given };
  const counts = new StreamCounts(parts.limits);
  const terminals = new Terminals(parts, counts);
  const ports = new PortForwards(parts, counts);
  const logs = new LogStreams(parts, counts);
  const tickets = createTicketStore();
  const take = (caller: Caller, request: TicketRequest, socket: WebSocket): void => {
    if (request.kind === 'resume') terminals.resume(caller, request, socket);
    else if (request.kind === 'port-forward') ports.open(caller, request, socket);
    else if (request.kind === 'logs') logs.open(caller, request, socket);
    else terminals.open(caller, request, socket);
  };
  const kindOf = (caller: Caller, request: TicketRequest): StreamKind | null =>
    request.kind === 'resume' ? terminals.kindOf(caller, request.session) : request.kind;
  const acceptor = createAcceptor({ gate: parts.gate, tickets, kindOf, take });
  return {
    touch: {
      issueTicket(caller, request) {
        const kind = kindOf(caller, request);
        if (kind === null) throw new AppError('not-found', 'the session is no longer kept');
        const feature = switchOf(kind);
        if (feature !== null) demand(parts.gate, caller, feature);
        const { ticket, expiresAtMs } = tickets.issue(caller, request);
        return {
          ticket,
          url: streamPath(kind, ticket),
          expiresAt: new Date(expiresAtMs).toISOString(),
        };
      },
      ...createQuestions(parts),
    },
    taker: acceptor.taker,
    count: () => terminals.size + ports.size + logs.size,
    async close() {
      acceptor.close();
      await Promise.all([terminals.close(), ports.close(), logs.close()]);
    },
  };
}

/** Throws unless the switch is on and the role is enough; the judgement is the gate's. */
function demand(gate: Gate, caller: Caller, feature: AllowKind): void {
  const refusal = gate.refusalOf(caller, feature);
  if (refusal === 'feature-disabled') {
    throw new AppError('feature-disabled', switchedOffSentence(feature));
  }
  if (refusal !== null) throw new AppError(refusal);
}

function createQuestions(parts: StreamsParts): Pick<Touch, 'runCommand' | 'checkPort'> {
  let open = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (open >= MAX_AT_ONCE) throw new AppError('too-many-requests');
    open += 1;
    try {
      return await work();
    } finally {
      open -= 1;
    }
  };
  const { node, gate, log } = parts;
  return {
    runCommand: (caller, asked, signal) =>
      inTurn(async () => {
        demand(gate, caller, 'exec');
        const { containerId: target, request } = asked;
        const names = await node.namesOf(target, signal);
        const audit = auditOpen(log, {
          kind: 'command',
          caller,
          target,
          names,
          command: request.command,
        });
        const ended = { reason: 'answered', bytesIn: 0, exitCode: null, bytesOut: 0 } as const;
        try {
          const result = await runCommand(node.cri.streaming, asked, signal);
          const bytesOut = result.stdout.length + result.stderr.length;
          audit({ ...ended, exitCode: result.exitCode, bytesOut });
          return result;
        } catch (error) {
          audit({ ...ended, reason: 'failed' });
          throw error;
        }
      }),
    checkPort: (caller, asked, signal) =>
      inTurn(async () => {
        demand(gate, caller, 'port-forward');
        const { podSandboxId: target, request } = asked;
        const audit = auditOpen(log, {
          kind: 'check-port',
          caller,
          target,
          names: null,
          port: request.port,
        });
        const check = await checkPort(node, asked, signal);
        const bytesOut = check.http?.body.length ?? 0;
        audit({ reason: 'answered', exitCode: null, bytesIn: 0, bytesOut });
        return check;
      }),
  };
}
