import type { NextCheck } from '../../contract/evidence.ts';
import type { Explanation } from '../../contract/explain.ts';
import { UNKNOWN_CAUSE } from '../../contract/explain-stage.ts';
import { CAUSES } from '../causes/index.ts';
import { TABLE_CAUSES } from '../causes/tables.ts';
import { fixLadder } from '../fixes/fix-ladder.ts';
import { run, say } from '../next-checks.ts';
import { unwrapError } from '../unwrap-error.ts';
import { classify } from './classify.ts';
import { textView } from './text-view.ts';

interface Words {
  readonly title: string;
  readonly explanation: string;
  readonly confusedWith: readonly string[];
  readonly nextChecks: readonly NextCheck[];
}

function wordsOf(cause: string, text: string): Words | null {
  const row = TABLE_CAUSES.find((each) => each.id === cause);
  if (row !== undefined) return { ...row, nextChecks: row.checks };
  const known = CAUSES.find((each) => each.id === cause);
  if (known === undefined) return null;
  const { title, explanation, confusedWith } = known;
  return { title, explanation, confusedWith, nextChecks: known.nextChecks(textView(text)) };
}

function stepsForUnknown(): readonly NextCheck[] {
  return [
    say('Read the innermost message; the layers before it only pass it on.'),
    run(
      "Look one line earlier in the runtime's log",
      'journalctl -u containerd -u crio --since -15min | grep -iE "error|warn" | tail -40',
    ),
    run(
      "And in kubelet's",
      'journalctl -u kubelet --since -15min | grep -iE "error|fail" | tail -40',
    ),
  ];
}

/** Says of any text at which stage and of which cause it speaks; pure and total, "unknown" where nobody knows. */
export function explain(text: string): Explanation {
  const { piece, ...answer } = classify(text);
  const at = text.indexOf(piece);
  const { frames, innermost, message } = unwrapError(piece);
  const isKnown = answer.cause !== UNKNOWN_CAUSE;
  const words = isKnown ? wordsOf(answer.cause, piece) : null;
  return {
    ...answer,
    title: words?.title ?? null,
    explanation: words?.explanation ?? null,
    confusedWith: [...(words?.confusedWith ?? [])],
    message,
    frames: [...frames],
    text,
    innermost: [at + innermost[0], at + innermost[1]],
    nextChecks: [...(words?.nextChecks ?? stepsForUnknown())],
    ...(isKnown ? { fix: [...fixLadder(answer.cause, textView(piece))] } : {}),
  };
}
