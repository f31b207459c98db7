import type { ApiRequest } from './api-route.ts';
import { AppError } from './app-error.ts';

/** 1 MB: two configurations of the largest size, or a command line of the longest arguments. */
const MAX_BODY_BYTES = 1024 * 1024;

/** A schema of zod, as far as it is used here. */
interface Schema<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] };
      };
}

/** The body as the schema has it; refuses every other one, with each wrong place by its path. */
export async function readBody<T>(request: ApiRequest, schema: Schema<T>): Promise<T> {
  const given = schema.safeParse(await request.readJson(MAX_BODY_BYTES));
  if (given.success) return given.data;
  const problems = given.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  const [first] = problems;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const detail = `${where}${first?.message ?? 'another form is expected'}`;
  throw new AppError('bad-request', detail, problems);
}
