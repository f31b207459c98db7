import { CriError } from '../cri/cri-error.ts';
import { AppError } from '../http/app-error.ts';

export function isCriError(error: unknown): error is CriError {
  return error instanceof CriError;
}

/** A call that failed, for people: in the runtime's own words, and what was or was not done. */
export function toAppError(error: CriError, outcome: string): AppError {
  const { rpc, details, isUnavailable, isDeadline } = error;
  const isSilent = isUnavailable || isDeadline;
  const words = isDeadline ? 'did not answer in time' : `failed: ${details}`;
  return new AppError(isSilent ? 'runtime-unavailable' : 'runtime-refused', {
    detail: `${rpc} ${words}. ${outcome}`.replace(/\.\. /u, '. '),
    cause: error,
  });
}
