import type { WebSocket } from 'ws';
import type { Caller } from '../access/gate.ts';
import type { StreamKind } from '../contract/ticket.ts';
import { type AuditedEnd, auditOpen } from './audit.ts';
import { toStreamFailed } from './explain-close.ts';
import type { StreamCounts } from './limits.ts';
import { type AskedTerminal, TerminalOpener, type TerminalRequest } from './open-terminal.ts';
import type { ContainerNames } from './pick-shell.ts';
import { StreamFailed } from './stream-failed.ts';
import type { StreamsParts } from './streams-parts.ts';
import { createSeat, type Seat, turnAway } from './terminal-seat.ts';
import type { TerminalSession } from './terminal-session.ts';
import { ownerOf } from './ticket-store.ts';

/** Terminals by exec and attach, with those that wait to be taken up again. */
export class Terminals {
  readonly #parts: StreamsParts;
  readonly #counts: StreamCounts;
  readonly #opener: TerminalOpener;
  readonly #sessions = new Map<string, TerminalSession>();
  readonly #opening = new Map<AbortController, Promise<void>>();

  constructor(parts: StreamsParts, counts: StreamCounts) {
    this.#parts = parts;
    this.#counts = counts;
    this.#opener = new TerminalOpener(parts);
  }

  /** Sessions that are open or can be taken up. */
  get size(): number {
    return this.#sessions.size;
  }

  /** The kind of a session that this caller may take up; null when there is none. */
  kindOf(caller: Caller, id: string): StreamKind | null {
    const session = this.#sessions.get(id);
    return session === undefined || session.parts.owner !== ownerOf(caller)
      ? null
      : session.parts.kind;
  }

  /** Takes a session up on another connection. */
  resume(
    caller: Caller,
    request: { readonly session: string; readonly receivedBytes: number },
    socket: WebSocket,
  ): void {
    const session = this.#sessions.get(request.session);
    const seat = createSeat({ caller, socket }, this.#parts.gate);
    if (session === undefined || session.parts.owner !== ownerOf(caller)) {
      turnAway(seat, new StreamFailed('dropped', 'The session is no longer kept.'));
      return;
    }
    seat.sit(session);
    session.resume(seat.client, request.receivedBytes);
  }

  /** Opens a terminal on this connection; what goes wrong is told there. */
  open(caller: Caller, request: TerminalRequest, socket: WebSocket): void {
    const opening = new AbortController();
    const seat = createSeat({ caller, socket, opening }, this.#parts.gate);
    seat.client.pause();
    const opened = this.#open(caller, request, seat, opening).finally(() =>
      this.#opening.delete(opening),
    );
    this.#opening.set(opening, opened);
  }

  async #open(
    caller: Caller,
    request: TerminalRequest,
    seat: Seat,
    opening: AbortController,
  ): Promise<void> {
    const { log } = this.#parts;
    const names = await this.#namesOf(request.containerId, opening.signal);
    const asked = request.kind === 'exec' ? { command: commandWords(request.command) } : {};
    const audit = auditOpen(log, {
      ...asked,
      kind: request.kind,
      caller,
      target: request.containerId,
      names,
    });
    const free = this.#counts.take(request.kind, ownerOf(caller));
    const end = (ended: AuditedEnd): void => {
      audit(ended);
      if (typeof free !== 'string') free();
    };
    try {
      if (typeof free === 'string') throw new StreamFailed('too-many', free);
      await this.#begin({ caller, request, names, signal: opening.signal, onEnded: end }, seat);
    } catch (error) {
      const failed = this.#toFailed(error, opening.signal);
      end({ reason: failed.ending.reason, exitCode: null, bytesIn: 0, bytesOut: 0 });
      turnAway(seat, failed);
    }
  }

  /** Ends all of them, and what they started. */
  async close(): Promise<void> {
    for (const opening of this.#opening.keys()) {
      opening.abort(new StreamFailed('server-stops', null));
    }
    await Promise.all(this.#opening.values());
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map((session) => session.end('server-stops')));
    for (const session of sessions) session.dispose();
    this.#sessions.clear();
  }

  async #begin(asked: Omit<AskedTerminal, 'onForgotten'>, seat: Seat): Promise<void> {
    const onForgotten = ({ id }: TerminalSession): void => void this.#sessions.delete(id);
    const { session, stream } = await this.#opener.open({ ...asked, onForgotten });
    this.#sessions.set(session.id, session);
    seat.sit(session);
    session.start(stream, seat.client);
    seat.client.resume();
    const { signal } = asked;
    if (signal.aborted) await session.end(this.#toFailed(null, signal).ending.reason);
  }

  /** Names are for words only: a terminal opens without them. */
  async #namesOf(containerId: string, signal: AbortSignal): Promise<ContainerNames | null> {
    const { node, log } = this.#parts;
    try {
      return await node.namesOf(containerId, signal);
    } catch (error) {
      log.debug({ err: error }, 'the names of a container are not known');
      return null;
    }
  }

  #toFailed(error: unknown, signal: AbortSignal): StreamFailed {
    if (signal.aborted && signal.reason instanceof StreamFailed) return signal.reason;
    const told = toStreamFailed(error);
    if (told !== null) return told;
    this.#parts.log.error({ err: error }, 'a stream could not be opened');
    return new StreamFailed('failed', 'The log of cri-triage says why.');
  }
}

/** What the audit says where a person asked for a shell, whichever there is. */
function commandWords(command: readonly string[]): readonly string[] {
  return command.length === 0 ? ['(a shell)'] : command;
}
