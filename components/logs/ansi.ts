/** How a piece of text looks: colours are numbers of the 16 that the theme knows, so that contrast is kept. */
export interface TextStyle {
  readonly color: number | null;
  readonly background: number | null;
  readonly isBold: boolean;
  readonly isFaint: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

export interface StyledPiece {
  readonly text: string;
  readonly style: TextStyle;
}

export const PLAIN: TextStyle = {
  color: null,
  background: null,
  isBold: false,
  isFaint: false,
  isItalic: false,
  isUnderlined: false,
};

/** 200: a line with more changes of colour is no text to read, and each costs an element. */
const MAX_PIECES = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the sequence that is looked for
const SGR = /\u001b\[([0-9;:]{0,64})m/g;

/**
 * The pieces of a line between its colour sequences (SGR). All other control characters become visible signs: text from
 * a container moves no cursor and sets no title here.
 */
export function parseAnsi(text: string): readonly StyledPiece[] {
  const pieces: StyledPiece[] = [];
  let style = PLAIN;
  let from = 0;
  const add = (end: number) => {
    if (end > from) pieces.push({ text: showControls(text.slice(from, end)), style });
  };
  for (const match of text.matchAll(SGR)) {
    if (pieces.length >= MAX_PIECES) break;
    add(match.index);
    style = applySgr(style, toCodes(match[1] ?? ''));
    from = match.index + match[0].length;
  }
  add(text.length);
  return pieces;
}

/** The text of a line without its colours: what is searched and parsed. */
export function stripAnsi(text: string): string {
  return text.includes('\u001b') ? text.replace(SGR, '') : text;
}

const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = 0x2421;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Control characters and those that turn the direction of text, as signs that can be seen. */
export function showControls(text: string): string {
  return text.replace(CONTROL, (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(FIRST_PICTURE + code);
    if (code === DELETE) return String.fromCharCode(DELETE_PICTURE);
    return '\ufffd';
  });
}

function toCodes(text: string): readonly number[] {
  return text === '' ? [0] : text.split(/[;:]/).map(Number);
}

function applySgr(before: TextStyle, codes: readonly number[]): TextStyle {
  let style = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(codes.slice(at + 1));
      style = { ...style, [code === 38 ? 'color' : 'background']: color };
      at += used;
    } else {
      style = applyCode(style, code);
    }
  }
  return style;
}

const FLAGS: Readonly<Record<number, Partial<TextStyle>>> = {
  0: PLAIN,
  1: { isBold: true },
  2: { isFaint: true },
  3: { isItalic: true },
  4: { isUnderlined: true },
  22: { isBold: false, isFaint: false },
  23: { isItalic: false },
  24: { isUnderlined: false },
  39: { color: null },
  49: { background: null },
};

function applyCode(style: TextStyle, code: number): TextStyle {
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, color: code - 90 + 8 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 100 + 8 };
  return { ...style, ...FLAGS[code] };
}

/** 256 colours and true colours come down to the 16 of the theme. */
function extendedColor(rest: readonly number[]): { color: number | null; used: number } {
  const [form, first = 0, second = 0, third = 0] = rest;
  if (form === 5) return { color: first < 16 ? first : nearest(fromCube(first)), used: 2 };
  if (form === 2) return { color: nearest([first, second, third]), used: 4 };
  return { color: null, used: rest.length };
}

type Rgb = readonly [red: number, green: number, blue: number];

function fromCube(index: number): Rgb {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}

/** The basic colour by which channels are strong, the bright one where any is full. */
function nearest([red, green, blue]: Rgb): number {
  const strongest = Math.max(red, green, blue);
  const weakest = Math.min(red, green, blue);
  if (strongest - weakest < 32)
    return strongest < 64 ? 0 : strongest < 150 ? 8 : strongest < 220 ? 7 : 15;
  const threshold = (strongest + weakest) / 2;
  const bits = (red > threshold ? 1 : 0) + (green > threshold ? 2 : 0) + (blue > threshold ? 4 : 0);
  return strongest > 200 ? bits + 8 : bits;
}
