import { type ClientControl, clientControlSchema, resizeSchema } from '../contract/ticket.ts';

/** A word of control of the browser; null for what is none. */
export function parseClientControl(payload: Uint8Array): ClientControl | null {
  const given = clientControlSchema.safeParse(parseJson(payload));
  return given.success ? given.data : null;
}

/** A terminal's size in the runtime's form; null for what is none. */
export function toRuntimeResize(payload: Uint8Array): Buffer | null {
  const given = resizeSchema.safeParse(parseJson(payload));
  if (!given.success) return null;
  const { width, height } = given.data;
  return Buffer.from(JSON.stringify({ Width: width, Height: height }));
}

/** 1 KB: no word of control is longer. */
const MAX_WORD_BYTES = 1_024;

function parseJson(payload: Uint8Array): unknown {
  if (payload.length > MAX_WORD_BYTES) return null;
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
