import { ScalarType } from '@bufbuild/protobuf';
import { describeValue } from './describe-value.ts';

export type Read =
  | { readonly ok: true; readonly value: string | number | boolean }
  | { readonly ok: false; readonly message: string };

interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

/** The whole numbers of CRI's configurations; it has no fractions. */
const RANGES = new Map<ScalarType, Range>([
  [ScalarType.INT32, { least: -(2n ** 31n), most: 2n ** 31n - 1n }],
  [ScalarType.UINT32, { least: 0n, most: 2n ** 32n - 1n }],
  [ScalarType.INT64, { least: -(2n ** 63n), most: 2n ** 63n - 1n }],
  [ScalarType.UINT64, { least: 0n, most: 2n ** 64n - 1n }],
]);

/** What a field of this type holds, in words. */
export function scalarWords(type: ScalarType): { readonly one: string; readonly many: string } {
  if (type === ScalarType.BOOL) return { one: 'true or false', many: 'true or false' };
  return RANGES.has(type)
    ? { one: 'a whole number', many: 'whole numbers' }
    : { one: 'a text', many: 'texts' };
}

/** A value in its canonical form: large numbers stay texts, for JSON has no exact ones. */
export function readScalar(type: ScalarType, value: unknown): Read {
  const range = RANGES.get(type);
  if (range !== undefined) return readWhole(range, value);
  if (type === ScalarType.BOOL) {
    if (typeof value === 'boolean') return { ok: true, value };
    return wrong('true or false', value, isBooleanWord(value) ? ': write it without quotes' : '');
  }
  if (typeof value !== 'string') {
    const isWord = ['number', 'bigint', 'boolean'].includes(typeof value);
    return wrong('a text', value, isWord ? ': write it in quotes' : '');
  }
  // Half of a sign that needs two has no bytes of its own.
  if (/\p{Surrogate}/u.test(value)) {
    return { ok: false, message: 'this text holds a broken character' };
  }
  return { ok: true, value };
}

function readWhole(range: Range, value: unknown): Read {
  const whole = toWhole(value);
  if (whole === 'no-number') return wrong('a whole number', value, '');
  if (whole === 'fraction') {
    return { ok: false, message: 'expected a whole number, found one with a fraction' };
  }
  if (whole < range.least || whole > range.most) {
    return {
      ok: false,
      message: `out of range: expected a whole number from ${range.least} to ${range.most}`,
    };
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return {
      ok: false,
      message: 'this number is too large to be exact in JSON: write it in quotes',
    };
  }
  const asNumber = Number(whole);
  return { ok: true, value: Number.isSafeInteger(asNumber) ? asNumber : String(whole) };
}

function toWhole(value: unknown): bigint | 'no-number' | 'fraction' {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'no-number';
    return Number.isInteger(value) ? BigInt(value) : 'fraction';
  }
  // 20 digits hold every number that fits.
  if (typeof value === 'string' && /^-?\d{1,20}$/u.test(value)) return BigInt(value);
  return 'no-number';
}

function isBooleanWord(value: unknown): boolean {
  return typeof value === 'string' && /^(?:true|false|yes|no|on|off)$/iu.test(value);
}

function wrong(expected: string, value: unknown, hint: string): Read {
  return { ok: false, message: `expected ${expected}, found ${describeValue(value)}${hint}` };
}
