import { stripControl } from '../lib/strip-control.ts';

/** How a command ended, as the runtime writes it on the status channel. */
export interface ExitStatus {
  /** Null where the command was not run. */
  readonly exitCode: number | null;
  /** The runtime's words; null where the command ended by itself. */
  readonly error: string | null;
}

/** Reads the JSON of the status channel; null for bytes that are none. */
export function parseExitStatus(payload: Uint8Array): ExitStatus | null {
  const text = Buffer.from(payload).toString('utf8');
  let status: unknown;
  try {
    status = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Some releases write the bare words of the failure.
    return text.trim() === '' ? null : { exitCode: null, error: stripControl(text) };
  }
  const { status: word, message, details } = toRecord(status);
  if (word === 'Success') return { exitCode: 0, error: null };
  const causes = toRecord(details)['causes'];
  const code = (Array.isArray(causes) ? causes : [])
    .map(toRecord)
    .find((cause) => cause['reason'] === 'ExitCode')?.['message'];
  const exitCode = typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : null;
  const words = typeof message === 'string' ? stripControl(message) : 'no reason was given';
  return { exitCode, error: exitCode === null ? words : null };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
