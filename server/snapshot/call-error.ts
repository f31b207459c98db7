/** CriError as far as it is told apart here; the class itself stays with gRPC. */
type Mark = 'isNotFound' | 'isUnimplemented' | 'isUnavailable';

function isMarked(error: unknown, mark: Mark): boolean {
  return error instanceof Error && mark in error && Reflect.get(error, mark) === true;
}

/** True when the runtime says that there is no such object: it vanished between list and question. */
export function isNotFound(error: unknown): boolean {
  return isMarked(error, 'isNotFound');
}

/** True when this runtime does not serve the call at all. */
export function isUnimplemented(error: unknown): boolean {
  return isMarked(error, 'isUnimplemented');
}

/** The error as a sentence for a section or a source. */
export function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}
