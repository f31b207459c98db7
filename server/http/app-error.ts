import type { ConfigProblem } from '../contract/cri-config.ts';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';

/** An expected refusal: the code decides status and user sentence, the detail says what was attempted. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Every wrong place of a configuration that was refused. */
  readonly problems: readonly ConfigProblem[];

  constructor(
    code: ErrorCode,
    about?: string | { readonly detail: string; readonly cause: unknown },
    problems: readonly ConfigProblem[] = [],
  ) {
    const detail = typeof about === 'string' ? about : about?.detail;
    super(
      detail ?? ERROR_CODES[code].sentence,
      typeof about === 'object' ? { cause: about.cause } : {},
    );
    this.name = 'AppError';
    this.code = code;
    this.problems = problems;
  }
}
