import type { DescEnum } from '@bufbuild/protobuf';
import { quoted } from './config-path.ts';
import { describeValue } from './describe-value.ts';
import type { Read } from './read-scalar.ts';

/** Names told of a long list (signals): the rest is counted. */
const MAX_NAMES = 12;

/** The number of an enum's value given by its number, or its name with or without the prefix that all have. */
export function readEnum(desc: DescEnum, value: unknown): Read {
  const found = desc.values.find((entry) =>
    typeof value === 'string'
      ? namesOf(desc, entry.name).includes(value.toLowerCase())
      : isNumber(value) && Number(value) === entry.number,
  );
  if (found) return { ok: true, value: found.number };
  const what = typeof value === 'string' || isNumber(value) ? told(value) : describeValue(value);
  return { ok: false, message: `expected one of ${allowed(desc)}; found ${what}` };
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function namesOf(desc: DescEnum, name: string): readonly string[] {
  const lower = name.toLowerCase();
  const prefix = desc.sharedPrefix ?? '';
  return prefix !== '' && lower.startsWith(prefix) ? [lower, lower.slice(prefix.length)] : [lower];
}

function told(value: string | number | bigint): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

function allowed(desc: DescEnum): string {
  const names = desc.values.slice(0, MAX_NAMES).map((entry) => `${entry.name} (${entry.number})`);
  const more = desc.values.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
