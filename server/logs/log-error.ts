import { stripControl } from '../lib/strip-control.ts';

/** Why there is no log to read: it is not there; it is there and not opened; the question makes no sense. */
export type LogErrorKind = 'absent' | 'refused' | 'unreadable' | 'bad-question' | 'busy';

/** A log that is not read, with a sentence for the person who asked. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly kind: LogErrorKind;

  constructor(kind: LogErrorKind, message: string, options: ErrorOptions = {}) {
    // Paths of the runtime are in some of them.
    super(stripControl(message), options);
    this.kind = kind;
  }
}

/** As LogError, with the error it comes from. */
export function becauseOf(cause: unknown, kind: LogErrorKind, message: string): LogError {
  return new LogError(kind, message, { cause });
}

/** The system's own code of an error, null for errors that are not the system's. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

const REFUSED: ReadonlySet<string> = new Set(['ELOOP', 'ENOTDIR', 'ENXIO']);
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ESTALE']);

/** An error of the file system as LogError; what is none of the system's is thrown on. */
export function toLogError(error: unknown, shownPath: string): LogError {
  if (error instanceof LogError) return error;
  const code = systemCode(error);
  if (code === null) throw error;
  if (ABSENT.has(code))
    return new LogError('absent', `There is no ${shownPath}.`, { cause: error });
  if (REFUSED.has(code)) {
    const text = `${shownPath} is a symbolic link or no regular file: it is not opened.`;
    return new LogError('refused', text, { cause: error });
  }
  return new LogError('unreadable', `${shownPath} cannot be read (${code}).`, { cause: error });
}
