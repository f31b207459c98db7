import { type ExplainStage, UNKNOWN_CAUSE } from '../../contract/explain-stage.ts';
import { catalogueEntry } from './catalogue.ts';
import { bestStage, type FoundRule, findRule } from './find-rule.ts';

/** What a text tells, without any words about it. */
export interface Classification {
  readonly stage: ExplainStage;
  readonly cause: string;
  readonly group: string;
  readonly confidence: number;
  /** The part of the text that tells it. */
  readonly piece: string;
}

/** Nobody knows it: next to nothing is sure but the stage. */
const UNKNOWN_CONFIDENCE = 0.1;
/** 3,500 characters a piece: less than what causes read of one text, with room for the line that is cut off. */
const MAX_PIECE_LENGTH = 3_500;
/** 40 pieces: 64 KiB in pieces of that size, and some for odd line lengths. */
const MAX_PIECES = 40;

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

/** Stage, cause and group of any text; pure and total, "unknown" where nobody knows. */
export function classify(text: string): Classification {
  const { found, piece } = findIn(text);
  if (found === null) {
    const stage = bestStage(piece);
    return {
      stage,
      cause: UNKNOWN_CAUSE,
      group: UNKNOWN_CAUSE,
      confidence: UNKNOWN_CONFIDENCE,
      piece,
    };
  }
  const { stage, cause, confidence } = found;
  return { stage, cause, group: catalogueEntry(cause)?.group ?? UNKNOWN_CAUSE, confidence, piece };
}
