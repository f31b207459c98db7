/** Why something of the node cannot be read, in one plain clause without a full stop. */
export class HostError extends Error {
  override readonly name = 'HostError';
  /** True when it is simply not there. */
  readonly isAbsent: boolean;

  constructor(reason: string, options: ErrorOptions & { readonly isAbsent?: boolean } = {}) {
    super(reason, options);
    this.isAbsent = options.isAbsent ?? false;
  }
}

/** The system's error code ("ENOENT"), or null for errors of another kind. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** A system error in words; any other error is passed on as it is. */
export function toHostError(error: unknown, path: string): HostError {
  if (error instanceof HostError) return error;
  const code = systemCode(error);
  if (code === null) throw error;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `there is no ${path}`,
    ENOTDIR: `there is no ${path}`,
    EACCES: `no permission to read ${path}`,
    EPERM: `no permission to read ${path}`,
    ELOOP: `${path} is a symbolic link, which is not followed here`,
  };
  const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
  return new HostError(reasons[code] ?? `${path} cannot be read (${code})`, {
    cause: error,
    isAbsent,
  });
}

/** "there is no /x" → "There is no /x." */
export function toSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
