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
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    sizeBytes += bytes.length;
    if (sizeBytes > MAX_FORM_BYTES)
      throw new AppError('payload-too-large', `a form of more than ${MAX_FORM_BYTES} bytes`);
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
