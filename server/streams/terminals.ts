import type { WebSocket } from 'ws';
import type { Caller } from '../access/gate.ts';
import type { StreamKind, TicketRequest } from '../contract/ticket.ts';
import { type AuditedEnd, auditOpen } from './audit.ts';
import { ClientSocket } from './client-socket.ts';
import { endCommand } from './end-command.ts';
import { explainClose, toStreamFailed } from './explain-close.ts';
import type { StreamCounts } from './limits.ts';
import { openRuntimeStream, type RuntimeTarget } from './open-runtime-stream.ts';
import { type ContainerNames, createShellPicker } from './pick-shell.ts';
import type { StartedProcess } from './process-keeper.ts';
import type { RuntimeStream } from './runtime-stream.ts';
import { StartedCommands } from './started-command.ts';
import { StreamFailed } from './stream-failed.ts';
import type { StreamsParts } from './streams-parts.ts';
import { TerminalSession, toEnd } from './terminal-session.ts';
import { ownerOf } from './ticket-store.ts';

export type TerminalRequest = Extract<TicketRequest, { readonly kind: 'exec' | 'attach' }>;

/** What was opened for a terminal: its stream, and how it ends. */
interface Opened {
  readonly stream: RuntimeStream;
  readonly found: Promise<StartedProcess | null>;
}

/** Terminals by exec and attach, with those that wait to be taken up again. */
export class Terminals {
  readonly #parts: StreamsParts;
  readonly #counts: StreamCounts;
  readonly #commands: StartedCommands;
  readonly #shells;
  readonly #sessions = new Map<string, TerminalSession>();
  readonly #opening = new Map<AbortController, Promise<void>>();

  constructor(parts: StreamsParts, counts: StreamCounts) {
    this.#parts = parts;
    this.#counts = counts;
    this.#commands = new StartedCommands(parts.node);
    this.#shells = createShellPicker(parts.node.cri.streaming);
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
    const seat = this.#seat(caller, socket);
    if (session === undefined || session.parts.owner !== ownerOf(caller)) {
      fail(seat.client, new StreamFailed('dropped', 'The session is no longer kept.'));
      return;
    }
    seat.sit(session);
    session.resume(seat.client, request.receivedBytes);
  }

  /** Opens a terminal on this connection; what goes wrong is told there. */
  open(caller: Caller, request: TerminalRequest, socket: WebSocket): void {
    const opening = new AbortController();
    const seat = this.#seat(caller, socket, opening);
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
    const { node, log } = this.#parts;
    const names = await node.namesOf(request.containerId, opening.signal).catch(() => null);
    const asked = request.kind === 'exec' ? { command: request.command } : {};
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
      await this.#openSession({ caller, request, names, seat, opening, end });
    } catch (error) {
      const failed = this.#toFailed(error, opening.signal);
      end({ reason: failed.ending.reason, exitCode: null, bytesIn: 0, bytesOut: 0 });
      fail(seat.client, failed);
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

  async #openSession(asked: {
    readonly caller: Caller;
    readonly request: TerminalRequest;
    readonly names: ContainerNames | null;
    readonly seat: Seat;
    readonly opening: AbortController;
    readonly end: (end: AuditedEnd) => void;
  }): Promise<void> {
    const { caller, request, names, seat, opening } = asked;
    const { signal } = opening;
    const command = await this.#commandOf(request, names, signal);
    const tty = request.tty ?? (await this.#hasTerminal(request.containerId, signal));
    const search = new AbortController();
    let opened: Opened | null = null;
    const session = new TerminalSession({
      kind: request.kind,
      caller,
      owner: ownerOf(caller),
      command,
      tty,
      limits: this.#parts.limits[request.kind],
      ...(this.#parts.resumeMs === undefined ? {} : { resumeMs: this.#parts.resumeMs }),
      explainClose: (exit, code) => explainClose(this.#parts.node, { request, exit, code }),
      endProcess: async (stream, hasExited) => {
        if (request.kind === 'attach' || opened === null) {
          stream.cut();
          return null;
        }
        const stopSearch = (): void => search.abort();
        return endCommand({ ...opened, tty, command, stopSearch, hasExited }, this.#commands);
      },
      onEnded: asked.end,
      onForgotten: () => this.#sessions.delete(session.id),
    });
    const handlers = {
      onFrame: (frame: Buffer) => session.onRuntimeFrame(frame),
      onClose: (code: number) => session.onRuntimeClose(code),
    };
    const target = this.#targetOf(request, { command, tty });
    const open = () => openRuntimeStream(this.#parts.node, target, handlers, signal);
    opened = await this.#start(request, { command, open, search: search.signal });
    this.#sessions.set(session.id, session);
    seat.sit(session);
    session.start(opened.stream, seat.client);
    seat.client.resume();
    if (signal.aborted) await session.end(this.#toFailed(null, signal).ending.reason);
  }

  async #start(
    request: TerminalRequest,
    how: {
      readonly command: readonly string[];
      readonly open: () => Promise<RuntimeStream>;
      readonly search: AbortSignal;
    },
  ): Promise<Opened> {
    if (request.kind === 'attach')
      return { stream: await how.open(), found: Promise.resolve(null) };
    const { containerId } = request;
    const { command, open, search } = how;
    const { started, found } = await this.#commands.start({ containerId, command }, open, search);
    return { stream: started, found };
  }

  #targetOf(
    request: TerminalRequest,
    { command, tty }: { readonly command: readonly string[]; readonly tty: boolean },
  ): RuntimeTarget {
    const { containerId } = request;
    const { streaming } = this.#parts.node.cri;
    return request.kind === 'exec'
      ? {
          call: 'Exec',
          containerId,
          ask: (options) => streaming.exec({ containerId, command, tty }, options),
        }
      : {
          call: 'Attach',
          containerId,
          ask: (options) => streaming.attach({ containerId, tty }, options),
        };
  }

  async #commandOf(
    request: TerminalRequest,
    names: ContainerNames | null,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (request.kind === 'attach') return [];
    if (request.command.length > 0) return request.command;
    return [await this.#shells.pick(request.containerId, names, signal)];
  }

  async #hasTerminal(containerId: string, signal: AbortSignal): Promise<boolean> {
    const { streaming } = this.#parts.node.cri;
    return (await streaming.hasTerminal(containerId, { signal })) ?? false;
  }

  #seat(caller: Caller, socket: WebSocket, opening?: AbortController): Seat {
    const { gate } = this.#parts;
    let session: TerminalSession | null = null;
    const client: ClientSocket = new ClientSocket(socket, {
      onFrame: (channel, payload) => session?.onClientFrame(client, channel, payload),
      onGone: (isFarewell) => {
        session?.onClientGone(client, isFarewell);
        opening?.abort(new StreamFailed('closed-by-you', null));
      },
      onHeartbeat: () => {
        if (!gate.isAlive(caller)) void session?.end('logged-out');
      },
      onSent: () => session?.onClientSent(),
    });
    return {
      client,
      sit: (at) => {
        session = at;
      },
    };
  }

  #toFailed(error: unknown, signal: AbortSignal): StreamFailed {
    if (signal.aborted && signal.reason instanceof StreamFailed) return signal.reason;
    const told = toStreamFailed(error);
    if (told !== null) return told;
    this.#parts.log.error({ err: error }, 'a stream could not be opened');
    return new StreamFailed('failed', 'The log of cri-triage says why.');
  }
}

/** A person's connection, and the session it is for once that is there. */
interface Seat {
  readonly client: ClientSocket;
  sit(session: TerminalSession): void;
}

function fail(client: ClientSocket, { ending }: StreamFailed): void {
  client.tell(toEnd(ending, null, null));
  client.close();
}
