import { type Explanation, explainRequestSchema } from '../contract/explain.ts';
import { MAX_EXPLAIN_BYTES } from '../contract/explain-stage.ts';
import type { ApiRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { refuseParams } from './params.ts';

/** Quotes and newlines are written with a backslash in JSON, and there may be many; the text itself is measured after. */
const MAX_BODY_BYTES = 2 * MAX_EXPLAIN_BYTES + 1_024;
/** 20 in a burst, 5 a second after it: far more than people paste, and a fraction of a core at most. */
const BURST = 20;
const PER_SECOND = 5;

/** POST /explain: what an error text tells by itself. One bounded rate for all callers together. */
export function createExplainRoute(
  nowMs: () => number = () => performance.now(),
): (request: ApiRequest) => Promise<Explanation> {
  let tokens = BURST;
  let filledAtMs = nowMs();
  const takeToken = (): void => {
    const atMs = nowMs();
    tokens = Math.min(BURST, tokens + ((atMs - filledAtMs) / 1_000) * PER_SECOND);
    filledAtMs = atMs;
    if (tokens < 1) throw new AppError('too-many-requests');
    tokens -= 1;
  };
  return async (request) => {
    refuseParams(request.query);
    takeToken();
    const given = explainRequestSchema.safeParse(await request.readJson(MAX_BODY_BYTES));
    if (!given.success) {
      const [issue] = given.error.issues;
      const isTooLong = issue?.code === 'too_big';
      throw new AppError(
        isTooLong ? 'payload-too-large' : 'bad-request',
        issue === undefined ? 'expected {"text"}' : `${issue.path.join('.')}: ${issue.message}`,
      );
    }
    if (Buffer.byteLength(given.data.text) > MAX_EXPLAIN_BYTES)
      throw new AppError('payload-too-large', `a text of more than ${MAX_EXPLAIN_BYTES} bytes`);
    return request.runtime.explain(given.data.text);
  };
}
