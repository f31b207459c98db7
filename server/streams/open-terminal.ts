import type { Caller } from '../access/gate.ts';
import type { StartedProcess } from '../contract/started-process.ts';
import type { TicketRequest } from '../contract/ticket.ts';
import type { AuditedEnd } from './audit.ts';
import { endCommand } from './end-command.ts';
import { explainClose } from './explain-close.ts';
import { openRuntimeStream, type RuntimeTarget } from './open-runtime-stream.ts';
import { type ContainerNames, createShellPicker } from './pick-shell.ts';
import type { RuntimeStream } from './runtime-stream.ts';
import { StartedCommands } from './started-command.ts';
import type { StreamsParts } from './streams-parts.ts';
import { TerminalSession } from './terminal-session.ts';
import { ownerOf } from './ticket-store.ts';

export type TerminalRequest = Extract<TicketRequest, { readonly kind: 'exec' | 'attach' }>;

/** What was opened for a terminal: its stream, and the process that it started. */
interface Opened {
  readonly stream: RuntimeStream;
  readonly found: Promise<StartedProcess | null>;
  release(): void;
}

/** A terminal that is asked for, and who hears of its end. */
export interface AskedTerminal {
  readonly caller: Caller;
  readonly request: TerminalRequest;
  readonly names: ContainerNames | null;
  /** Aborts when the person leaves before it is open. */
  readonly signal: AbortSignal;
  onEnded(end: AuditedEnd): void;
  onForgotten(session: TerminalSession): void;
}

/** Opens terminals by exec and attach. */
export class TerminalOpener {
  readonly #parts: StreamsParts;
  readonly #commands: StartedCommands;
  readonly #shells;

  constructor(parts: StreamsParts) {
    this.#parts = parts;
    this.#commands = new StartedCommands(parts.node, parts.keeper);
    this.#shells = createShellPicker(parts.node.cri.streaming);
  }

  /** A session and its stream, which waits to be started. Rejects with StreamFailed or the runtime's refusal. */
  async open(
    asked: AskedTerminal,
  ): Promise<{ readonly session: TerminalSession; readonly stream: RuntimeStream }> {
    const { caller, request, names, signal } = asked;
    const command = await this.#commandOf(request, names, signal);
    const tty = request.tty ?? (await this.#hasTerminal(request.containerId, signal));
    const search = new AbortController();
    let opened: Opened | null = null;
    const session: TerminalSession = new TerminalSession({
      kind: request.kind,
      caller,
      owner: ownerOf(caller),
      command,
      tty,
      limits: this.#parts.limits[request.kind],
      ...(this.#parts.resumeMs === undefined ? {} : { resumeMs: this.#parts.resumeMs }),
      explainClose: (closed) => explainClose(this.#parts.node, { ...closed, request }),
      endProcess: async (stream, hasExited) => {
        if (request.kind === 'attach' || opened === null) {
          stream.cut();
          return null;
        }
        const stopSearch = (): void => search.abort();
        return endCommand({ ...opened, tty, command, stopSearch, hasExited }, this.#commands);
      },
      onFault: (error) =>
        this.#parts.log.error({ err: error }, 'a terminal did not end as it should'),
      onEnded: asked.onEnded,
      onForgotten: () => asked.onForgotten(session),
    });
    const handlers = {
      onFrame: (frame: Buffer) => session.onRuntimeFrame(frame),
      onClose: (code: number) => session.onRuntimeClose(code),
    };
    const target = this.#targetOf(request, { command, tty });
    const open = () => openRuntimeStream(this.#parts.node, target, handlers, signal);
    opened = await this.#start(request, { command, open, search: search.signal });
    return { session, stream: opened.stream };
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
      return { stream: await how.open(), found: Promise.resolve(null), release: () => undefined };
    const { containerId } = request;
    const { command, open, search } = how;
    const { started, ...rest } = await this.#commands.start({ containerId, command }, open, search);
    return { stream: started, ...rest };
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
}
