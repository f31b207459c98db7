import type { ExplainStage } from '../../contract/explain-stage.ts';
import type { PlainText } from '../plain-text.ts';

/** How a text tells a cause; written for the kind of failure, never for one text. */
export interface TextRule {
  readonly cause: string;
  /** Against the text with quoted names masked. */
  readonly patterns: readonly RegExp[];
  /** Against the unmasked text, for the few names that decide. */
  readonly fullPatterns?: readonly RegExp[];
  /** What the text must not say; asked of the unmasked text. */
  readonly except?: readonly RegExp[];
  /** How sure the words make it; 0.9 unless said otherwise. */
  readonly confidence?: number;
  /** Where it stands when the text does not name the call. */
  readonly stage?: ExplainStage;
}

/** Whether the text tells this cause. */
export function tellsRule(rule: TextRule, text: PlainText): boolean {
  const isTold =
    rule.patterns.some((pattern) => pattern.test(text.masked)) ||
    (rule.fullPatterns ?? []).some((pattern) => pattern.test(text.full));
  return isTold && !(rule.except ?? []).some((pattern) => pattern.test(text.full));
}
