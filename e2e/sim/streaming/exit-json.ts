import { missingFile } from '../dress/dress.ts';
import type { DressName } from '../model/scenario.ts';

/** The status of a command that ended by itself, word for word as recorded. */
export function exitJson(dress: DressName, code: number, command: readonly string[]): string {
  const metadata = dress === 'crio' ? {} : { metadata: {} };
  if (code === 0) return JSON.stringify({ ...metadata, status: 'Success' });
  const how =
    dress === 'crio'
      ? `exit status ${code}`
      : `error executing command [${command.join(' ')}], exit code ${code}`;
  return JSON.stringify({
    ...metadata,
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${how}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  });
}

/** The status of what could not be run at all. */
export function failureJson(dress: DressName, words: string): string {
  const message = `Internal error occurred: ${words}`;
  return dress === 'crio'
    ? JSON.stringify({ status: 'Failure', message, reason: 'InternalError', code: 500 })
    : JSON.stringify({
        metadata: {},
        status: 'Failure',
        message,
        reason: 'InternalError',
        details: { causes: [{ message: words }] },
        code: 500,
      });
}

/** runc's words for a program that is not there. */
export function missingProgram(path: string): string {
  return `unable to start container process: exec: ${JSON.stringify(path)}: ${missingFile(path)}`;
}
