import type { StartedProcess } from '../contract/started-process.ts';
import { CHANNEL } from '../contract/ticket.ts';
import type { HasExited } from './exit-watch.ts';
import type { RuntimeStream } from './runtime-stream.ts';
import type { StartedCommands } from './started-command.ts';

/** 300 ms for a shell that is asked to leave, or for a program whose input ends. */
const LEAVE_MS = 300;
/** Ctrl-C, then Ctrl-D: a shell at its prompt leaves by that, and so do most programs. */
const LEAVE_KEYS = Buffer.from([0x03, 0x04]);

export interface RunningCommand {
  readonly stream: RuntimeStream;
  readonly tty: boolean;
  readonly command: readonly string[];
  /** Null when it could not be told which process it is. */
  readonly found: Promise<StartedProcess | null>;
  /** Ends the search for it. */
  stopSearch(): void;
  /** Forgets it. */
  release(): void;
  readonly hasExited: HasExited;
}

/**
 * Ends a command whose stream is to be closed. Measured: containerd 1.7 leaves it running whatever is done to the stream,
 * 2.1 ends a terminal's process when the connection breaks, and both leave one without a terminal. So it is asked to
 * leave, its stream is broken, and what is left then is ended as a process of the node. Answers what could not be ended.
 */
export async function endCommand(
  running: RunningCommand,
  commands: StartedCommands,
): Promise<string | null> {
  const { stream, tty, found, hasExited } = running;
  if (await hasExited(0)) {
    running.stopSearch();
    const process = await found;
    stream.cut();
    running.release();
    return process === null ? null : commands.leftAfterExit(process);
  }
  // Before it is asked to leave: one that has left cannot be found any more.
  const process = await found;
  if (tty) stream.send(CHANNEL.stdin, LEAVE_KEYS);
  else stream.close();
  const hasLeft = await hasExited(LEAVE_MS);
  stream.cut();
  try {
    if (process !== null) return await commands.end(process);
    return hasLeft ? null : unknownEnd(running.command);
  } finally {
    running.release();
  }
}

function unknownEnd(command: readonly string[]): string {
  const name = command[0] ?? 'the command';
  return `Whether ${name} has ended is not known: its process could not be told among those of the node. In the container, ps shows it.`;
}
