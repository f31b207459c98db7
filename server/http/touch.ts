import type { Caller } from '../access/gate.ts';
import type {
  CommandRequest,
  CommandResult,
  PortCheck,
  PortCheckRequest,
  Ticket,
  TicketRequest,
} from '../contract/ticket.ts';

/** What acts on containers, as routes see it. Each refuses with AppError what the caller may not do. */
export interface Touch {
  issueTicket(caller: Caller, request: TicketRequest): Ticket;
  runCommand(
    caller: Caller,
    asked: { readonly containerId: string; readonly request: CommandRequest },
    signal: AbortSignal,
  ): Promise<CommandResult>;
  checkPort(
    caller: Caller,
    asked: { readonly podSandboxId: string; readonly request: PortCheckRequest },
    signal: AbortSignal,
  ): Promise<PortCheck>;
}
