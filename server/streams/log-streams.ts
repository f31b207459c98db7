import type { WebSocket } from 'ws';
import type { Caller } from '../access/gate.ts';
import { CHANNEL } from '../contract/stream-words.ts';
import { LogError } from '../logs/log-error.ts';
import { auditOpen } from './audit.ts';
import { ClientSocket } from './client-socket.ts';
import { parseClientControl } from './client-words.ts';
import { toStreamFailed } from './explain-close.ts';
import { followFrom } from './follow-from.ts';
import { IdleWatch } from './idle-watch.ts';
import type { StreamCounts } from './limits.ts';
import { LineSender } from './line-sender.ts';
import { StreamFailed, toEnd } from './stream-failed.ts';
import type { LogWish } from './streams-node.ts';
import type { StreamsParts } from './streams-parts.ts';
import { ownerOf } from './ticket-store.ts';

/** Logs that are followed: lines of JSON on channel 1, as GET …/logs answers them. */
export class LogStreams {
  readonly #parts: StreamsParts;
  readonly #counts: StreamCounts;
  readonly #open = new Map<AbortController, Promise<void>>();

  constructor(parts: StreamsParts, counts: StreamCounts) {
    this.#parts = parts;
    this.#counts = counts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Follows a log on this connection until one side ends it; what goes wrong is told there. */
  open(caller: Caller, wish: LogWish, socket: WebSocket): void {
    const leaving = new AbortController();
    const free = this.#counts.take('logs', ownerOf(caller));
    const full = typeof free === 'string' ? new StreamFailed('too-many', free) : null;
    const done = this.#serve({ caller, wish, socket, leaving, full }).finally(() => {
      if (typeof free !== 'string') free();
      this.#open.delete(leaving);
    });
    this.#open.set(leaving, done);
  }

  async close(): Promise<void> {
    for (const leaving of this.#open.keys()) leaving.abort(new StreamFailed('server-stops', null));
    await Promise.all(this.#open.values());
  }

  async #serve(asked: {
    readonly caller: Caller;
    readonly wish: LogWish;
    readonly socket: WebSocket;
    readonly leaving: AbortController;
    readonly full: StreamFailed | null;
  }): Promise<void> {
    const { caller, wish, leaving, full } = asked;
    const leave = (why: StreamFailed): void => leaving.abort(why);
    const { idleMs } = this.#parts.limits.logs;
    const idle = new IdleWatch(idleMs, () => leave(new StreamFailed('idle', null)));
    const client: ClientSocket = new ClientSocket(asked.socket, {
      onFrame: (channel, payload) => {
        const word = channel === CHANNEL.control ? parseClientControl(payload) : null;
        if (word === null) return;
        if ('ack' in word) sender.shown(word.ack);
        else leave(new StreamFailed('closed-by-you', null));
      },
      onGone: () => leave(new StreamFailed('closed-by-you', null)),
      onHeartbeat: () => {
        if (!this.#parts.gate.isAlive(caller)) leave(new StreamFailed('logged-out', null));
      },
      onSent: () => sender.update(),
    });
    const sender: LineSender = new LineSender(client, () => idle.use());
    const target = wish.containerId ?? `${wish.pod?.namespace}/${wish.pod?.name}`;
    const audit = auditOpen(this.#parts.log, { kind: 'logs', caller, target, names: null });
    const { ending } = full ?? (await this.#follow(wish, { client, sender, leaving }));
    idle.close();
    sender.flush();
    client.tell(toEnd(ending, null, null));
    client.close();
    const bytes = { bytesIn: 0, bytesOut: sender.totalBytes };
    audit({ reason: ending.reason, exitCode: null, ...bytes });
  }

  async #follow(
    wish: LogWish,
    to: {
      readonly client: ClientSocket;
      readonly sender: LineSender;
      readonly leaving: AbortController;
    },
  ): Promise<StreamFailed> {
    const { client, sender, leaving } = to;
    const { signal } = leaving;
    const { maxBytes } = this.#parts.limits.logs;
    try {
      const logs = await this.#parts.node.logsOf(wish, signal);
      if (logs === null) return new StreamFailed('container-gone', NOT_KNOWN);
      client.tell({ control: 'opened', session: null, command: [], tty: false });
      for await (const item of followFrom(logs, wish, signal)) {
        await sender.send(item, signal);
        if (sender.totalBytes > maxBytes) return new StreamFailed('byte-limit', null);
      }
      return leaveWords(signal) ?? new StreamFailed('container-gone', 'Its log folder is gone.');
    } catch (error) {
      const left = leaveWords(signal);
      if (left !== null) return left;
      if (error instanceof LogError) return toEnding(error);
      const told = toStreamFailed(error);
      if (told !== null) return told;
      this.#parts.log.error({ err: error }, 'a log could not be followed');
      return new StreamFailed('failed', 'The log of cri-triage says why.');
    }
  }
}

const NOT_KNOWN =
  'No container of this id is known; of one that is gone the log is found by namespace, pod and container.';

function toEnding({ kind, message }: LogError): StreamFailed {
  return new StreamFailed(kind === 'absent' ? 'container-gone' : 'failed', message);
}

/** Why somebody left; null while nobody did. */
function leaveWords({ aborted, reason }: AbortSignal): StreamFailed | null {
  return aborted && reason instanceof StreamFailed ? reason : null;
}
