import type { IncomingMessage } from 'node:http';
import { AppError } from './app-error.ts';

/** 4 KB: a login form has a token and a path. */
const MAX_FORM_BYTES = 4_096;

/** Reads a form's fields; refuses other types and bodies above 4 KB. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new AppError('bad-request', 'expected a form (application/x-www-form-urlencoded)');
  }
  const bytes = await readBytes(request, MAX_FORM_BYTES);
  return new URLSearchParams(bytes.toString('utf8'));
}

/** Reads a JSON body; refuses other types and bodies above `maxBytes`. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new AppError('bad-request', 'expected JSON (application/json)');
  }
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new AppError('bad-request', { detail: 'the body is not JSON', cause });
  }
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes)
      throw new AppError('payload-too-large', `a body of more than ${maxBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
