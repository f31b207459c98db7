import type { DescEnum, DescField, DescMessage, ScalarType } from '@bufbuild/protobuf';
import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { fieldPath, indexPath, keyPath, quoted } from './config-path.ts';
import { describeValue, isPlainObject } from './describe-value.ts';
import { findField, findMeant } from './find-field.ts';
import type { ProblemList } from './problem-list.ts';
import { readEnum } from './read-enum.ts';
import { type Read, readScalar, scalarWords } from './read-scalar.ts';

/** Fields named when an object is missing. */
const MAX_FIELDS = 6;

/** Where something stands, and where to say what is wrong with it. */
interface Place {
  readonly path: string;
  readonly problems: ProblemList;
}

/** What one value may be. */
type Kind =
  | { readonly type: 'message'; readonly desc: DescMessage }
  | { readonly type: 'enum'; readonly desc: DescEnum }
  | { readonly type: 'scalar'; readonly desc: ScalarType };

/** An object as the message it stands for, in canonical form; what does not fit is told and left out. */
export function readMessage(desc: DescMessage, value: unknown, place: Place): JsonObject {
  if (!isPlainObject(value)) {
    place.problems.add(place.path, mismatch(objectWords(desc), value));
    return {};
  }
  const entries: [string, JsonValue][] = [];
  const spelled = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    const field = findField(desc, key);
    if (field === null) {
      tellUnknown(desc, key, place);
      continue;
    }
    // As JSON of protobuf has it: null is a field that is not there.
    if (entry === null) continue;
    const inner = { ...place, path: fieldPath(place.path, field.name) };
    const before = spelled.get(field.name);
    if (before !== undefined) {
      const both = `${quoted(before)} and ${quoted(key)}`;
      place.problems.add(inner.path, `given twice, as ${both}: keep one`);
      continue;
    }
    spelled.set(field.name, key);
    const read = readField(field, entry, inner);
    if (read !== null) entries.push([field.name, read]);
  }
  return Object.fromEntries(entries);
}

function tellUnknown(desc: DescMessage, key: string, place: Place): void {
  place.problems.add(fieldPath(place.path, key), () => {
    const meant = findMeant(desc, key);
    return meant === null
      ? `no such field; there are ${fieldNames(desc)}`
      : `no such field; probably meant: ${[place.path, ...meant].join('.')}`;
  });
}

function readField(field: DescField, value: unknown, place: Place): JsonValue | null {
  const kind = toKind(field);
  switch (field.fieldKind) {
    case 'list':
      return readList(kind, value, place);
    case 'map':
      return readMap(kind, value, place);
    default:
      return readOne(kind, value, place);
  }
}

function readOne(kind: Kind, value: unknown, place: Place): JsonValue | null {
  if (kind.type === 'message') return readMessage(kind.desc, value, place);
  const read: Read =
    kind.type === 'enum' ? readEnum(kind.desc, value) : readScalar(kind.desc, value);
  if (read.ok) return read.value;
  place.problems.add(place.path, read.message);
  return null;
}

function readList(kind: Kind, value: unknown, place: Place): JsonValue | null {
  if (!Array.isArray(value)) {
    place.problems.add(place.path, mismatch(`a list of ${kindWords(kind).many}`, value));
    return null;
  }
  // A list's hole reads null.
  return Array.from(value as ArrayLike<unknown>, (entry, index) =>
    readOne(kind, entry ?? null, { ...place, path: indexPath(place.path, index) }),
  );
}

function readMap(kind: Kind, value: unknown, place: Place): JsonValue | null {
  if (!isPlainObject(value)) {
    const { many } = kindWords(kind);
    place.problems.add(place.path, mismatch(`an object of ${many} by name`, value));
    return null;
  }
  const entries = Object.entries(value).map(([key, entry]): [string, JsonValue] => {
    const inner = { ...place, path: keyPath(place.path, key) };
    // Objects of JavaScript cannot hold it, so it would be lost on the way.
    if (key === '__proto__') inner.problems.add(inner.path, 'this name cannot be used');
    if (/\p{Surrogate}/u.test(key)) inner.problems.add(inner.path, 'its name is broken text');
    return [key, readOne(kind, entry, inner)];
  });
  return Object.fromEntries(entries);
}

function toKind(field: DescField): Kind {
  if (field.message) return { type: 'message', desc: field.message };
  if (field.enum) return { type: 'enum', desc: field.enum };
  return { type: 'scalar', desc: field.scalar };
}

function kindWords(kind: Kind): { readonly one: string; readonly many: string } {
  if (kind.type === 'scalar') return scalarWords(kind.desc);
  if (kind.type === 'enum') return { one: 'a name', many: 'names' };
  return { one: objectWords(kind.desc), many: `objects with ${fieldNames(kind.desc)}` };
}

function objectWords(desc: DescMessage): string {
  return `an object with ${fieldNames(desc)}`;
}

function fieldNames(desc: DescMessage): string {
  const names = desc.fields.slice(0, MAX_FIELDS).map((field) => field.name);
  return desc.fields.length > names.length ? `${names.join(', ')} …` : names.join(', ');
}

function mismatch(expected: string, value: unknown): string {
  return `expected ${expected}; found ${describeValue(value)}`;
}
