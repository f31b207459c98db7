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
  return {
    ok: false,
    message: `expected one of ${allowed(desc)}; found ${what}${meant(desc, value)}`,
  };
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function namesOf(desc: DescEnum, name: string): readonly string[] {
  const prefix = sharedPrefix(desc);
  const names = prefix === '' ? [name] : [name, name.slice(prefix.length)];
  return names.map((entry) => entry.toLowerCase());
}

/** "PROPAGATION_" of names that all begin with it. */
function sharedPrefix(desc: DescEnum): string {
  const [first] = desc.values;
  const prefix = /^[^_]+_/u.exec(first?.name ?? '')?.[0] ?? '';
  return desc.values.every((entry) => entry.name.startsWith(prefix)) ? prefix : '';
}

function told(value: string | number | bigint): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** "TERM" is short for one of many signals. */
function meant(desc: DescEnum, value: unknown): string {
  if (typeof value !== 'string' || value.length < 3) return '';
  const end = value.toUpperCase();
  const found = desc.values.find((entry) => entry.name.toUpperCase().endsWith(end));
  return found ? `; probably meant: ${shortName(desc, found.name)}` : '';
}

function allowed(desc: DescEnum): string {
  const names = desc.values
    .slice(0, MAX_NAMES)
    .map((entry) => `${shortName(desc, entry.name)} (${entry.number})`);
  const more = desc.values.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** CRI's own name: where all bear the enum's name in front, that is only this project's. */
function shortName(desc: DescEnum, name: string): string {
  return name.slice(desc.sharedPrefix?.length ?? 0);
}
