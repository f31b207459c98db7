import type { NextCheck } from '../../contract/evidence.ts';
import type { Explanation } from '../../contract/explain.ts';
import { UNKNOWN_CAUSE } from '../../contract/explain-stage.ts';
import { CAUSES } from '../causes/index.ts';
import { TABLE_CAUSES } from '../causes/tables.ts';
import { fixLadder } from '../fixes/fix-ladder.ts';
import { run, say } from '../next-checks.ts';
import { unwrapError } from '../unwrap-error.ts';
import { catalogueEntry } from './catalogue.ts';
import { bestStage, type FoundRule, findRule } from './find-rule.ts';
import { textView } from './text-view.ts';

/** Nobody knows it: next to nothing is sure but the stage. */
const UNKNOWN_CONFIDENCE = 0.1;
/** 3,500 characters a piece: less than what causes read of one text, with room for the line that is cut off. */
const MAX_PIECE_LENGTH = 3_500;
/** 40 pieces: 64 KiB in pieces of that size, and some for odd line lengths. */
const MAX_PIECES = 40;

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

/** Whole lines as long as they fit; causes read only both ends of a longer text. */
function piecesOf(text: string): readonly string[] {
  if (text.length <= MAX_PIECE_LENGTH) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const line of text.split('\n')) {
    if (piece !== '' && piece.length + line.length >= MAX_PIECE_LENGTH) {
      pieces.push(piece);
      piece = '';
    }
    piece = piece === '' ? line : `${piece}\n${line}`;
  }
  pieces.push(piece);
  return pieces.slice(0, MAX_PIECES);
}

/** The surest answer of all pieces; of equal ones the earliest, for follow-ups stand after their cause. */
function findIn(text: string): { readonly found: FoundRule | null; readonly piece: string } {
  const pieces = piecesOf(text);
  let best: { found: FoundRule; piece: string } | null = null;
  for (const piece of pieces) {
    const found = findRule(piece);
    if (found !== null && found.confidence > (best?.found.confidence ?? 0)) best = { found, piece };
  }
  return best ?? { found: null, piece: pieces[0] ?? '' };
}

/** Says of any text at which stage and of which cause it speaks; pure and total, "unknown" where nobody knows. */
export function explain(text: string): Explanation {
  const { found, piece } = findIn(text);
  const at = text.indexOf(piece);
  const { frames, innermost, message } = unwrapError(piece);
  const told = {
    message,
    frames: [...frames],
    text,
    innermost: [at + innermost[0], at + innermost[1]] as [number, number],
  };
  const words = found === null ? null : wordsOf(found.cause, piece);
  if (found === null) {
    return {
      stage: bestStage(piece),
      cause: UNKNOWN_CAUSE,
      group: UNKNOWN_CAUSE,
      confidence: UNKNOWN_CONFIDENCE,
      title: null,
      explanation: null,
      confusedWith: [],
      ...told,
      nextChecks: [...stepsForUnknown()],
    };
  }
  return {
    stage: found.stage,
    cause: found.cause,
    group: catalogueEntry(found.cause)?.group ?? UNKNOWN_CAUSE,
    confidence: found.confidence,
    title: words?.title ?? null,
    explanation: words?.explanation ?? null,
    confusedWith: [...(words?.confusedWith ?? [])],
    ...told,
    nextChecks: [...(words?.nextChecks ?? stepsForUnknown())],
    fix: [...fixLadder(found.cause, textView(piece))],
  };
}
