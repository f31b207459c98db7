import { z } from 'zod';
import { stripControl } from '../lib/strip-control.ts';

/** Unix ms; null for what is no time and for the zero times that mean "never". */
function toMs(value: string): number | null {
  const ms = Date.parse(value);
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}

/* Anything of another type than expected counts as absent, so that one odd field does not cost the object. */
export const text = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => stripControl(value ?? ''));
export const optionalText = text.transform((value) => (value === '' ? null : value));
export const time = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value === undefined || value === null ? null : toMs(value)));
export const count = z.number().nullish().catch(null);

/** Those items that fit; a malformed one does not blind the others. */
export function keepSound<S extends z.ZodType>(
  schema: S,
  items: readonly unknown[],
): readonly z.output<S>[] {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
