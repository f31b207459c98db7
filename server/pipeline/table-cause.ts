import type { NextCheck } from '../contract/evidence.ts';
import { run, say } from './next-checks.ts';

/** A cause that is told from text alone, small enough to stand in its group's table. */
export interface TableCause {
  readonly id: string;
  readonly title: string;
  /** Two plain sentences about the condition, in general. */
  readonly explanation: string;
  /** Against the text with quoted names masked; written for the kind of failure. */
  readonly patterns: readonly RegExp[];
  /** The same against the unmasked text, for the few names that decide. */
  readonly fullPatterns?: readonly RegExp[];
  /** What the text must not say; asked of the unmasked text. */
  readonly except?: readonly RegExp[];
  readonly confusedWith: readonly string[];
  readonly checks: readonly NextCheck[];
  /** How sure the words make it, where they are less plain than usual. */
  readonly confidence?: number;
  /** True: a follow-up or a guess, asked after every other cause. */
  readonly isLast?: boolean;
}

/** Words of a step, and mostly a command. */
type Step = readonly [text: string, command?: string];

interface TableRow extends Omit<TableCause, 'checks' | 'confusedWith' | 'patterns'> {
  readonly patterns?: readonly RegExp[];
  readonly confusedWith?: readonly string[];
  readonly steps: readonly Step[];
}

/** Makes the table of a group. */
export function tableOf(rows: readonly TableRow[]): readonly TableCause[] {
  return rows.map(({ steps, ...row }) => ({
    patterns: [],
    confusedWith: [],
    ...row,
    checks: steps.map(([text, command]) =>
      command === undefined ? say(text) : run(text, command),
    ),
  }));
}
