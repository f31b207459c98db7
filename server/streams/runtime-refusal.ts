/** A call that the runtime refused, as far as a person is told. */
export interface RuntimeRefusal {
  readonly grpcCode: string;
  readonly words: string;
}

/** What a CriError says; null for any other error. By its form: streams know the interfaces of the source only. */
export function toRuntimeRefusal(error: unknown): RuntimeRefusal | null {
  if (!(error instanceof Error) || error.name !== 'CriError') return null;
  const { grpcCode, details } = { grpcCode: 'UNKNOWN', details: error.message, ...error };
  return { grpcCode: String(grpcCode), words: String(details) };
}

/** Containers that are not running are named differently by each runtime and call. */
const NOT_RUNNING =
  /is in (?:state )?CONTAINER_(?:EXITED|CREATED|UNKNOWN)|not created or running|container is not running|sandbox container is not running|cannot exec in a (?:stopped|deleted|paused)/i;
/** CRI-O tells an unknown id as UNKNOWN where a stream is asked for. */
const NO_SUCH_ID = /ID does not exist/i;
/** runc's and crun's words for a program that the image does not have, or that is none. */
const NO_COMMAND =
  /executable file .{0,200}not found|exec: .{0,200}no such file or directory|exec: .{0,200}permission denied|exec: .{0,200}is a directory|exec format error/i;

/** True when the words say that there is no running container to enter. */
export function saysNotRunning({ grpcCode, words }: RuntimeRefusal): boolean {
  return NOT_RUNNING.test(words) || NO_SUCH_ID.test(words) || grpcCode === 'NOT_FOUND';
}

/** True when the runtime did not answer at all. */
export function saysNothing({ grpcCode }: RuntimeRefusal): boolean {
  return grpcCode === 'UNAVAILABLE' || grpcCode === 'DEADLINE_EXCEEDED';
}

/** True when the words say that the command cannot be started, which proves that the way to it works. */
export function saysNoCommand(words: string): boolean {
  return NO_COMMAND.test(words);
}
