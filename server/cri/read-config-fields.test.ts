import { type DescEnum, type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../contract/cri-config.ts';
import { findField } from './config/find-field.ts';
import { ContainerConfigSchema, PodSandboxConfigSchema } from './generated/runtime/v1/api_pb.js';
import { toMessage } from './map/to-message.ts';
import { configOf, problemsOf } from './testing/read-for-test.ts';

const ROOTS = [
  ['sandbox', PodSandboxConfigSchema],
  ['container', ContainerConfigSchema],
] as const;

/** One field somewhere in a configuration, and how to build a configuration around it. */
interface Spot {
  readonly path: string;
  readonly field: DescField;
  around(value: unknown): JsonObject;
}

function spotsOf(
  desc: DescMessage,
  path: string,
  around: (inner: JsonObject) => JsonObject,
): Spot[] {
  return desc.fields.flatMap((field) => {
    const place = `${path}.${field.name}`;
    const spot: Spot = {
      path: place,
      field,
      around: (value) => around({ [field.name]: value as JsonValue }),
    };
    if (!field.message) return [spot];
    const isList = field.fieldKind === 'list';
    const inner = spotsOf(field.message, isList ? `${place}[0]` : place, (value) =>
      spot.around(isList ? [value] : value),
    );
    return [spot, ...inner];
  });
}

const SPOTS = ROOTS.flatMap(([kind, desc]) =>
  spotsOf(desc, `${kind}_config`, (inner) => inner).map((spot) => [spot.path, kind, spot] as const),
);

/** A value that fits, and one that does not. */
function examples(field: DescField): { readonly good: JsonValue; readonly bad: JsonValue } {
  const one = exampleOf(field);
  switch (field.fieldKind) {
    case 'list':
      return { good: [one, one], bad: one };
    case 'map':
      return { good: { 'a.b/c': one }, bad: [one] };
    case 'message':
      return { good: one, bad: 'x' };
    default:
      return { good: one, bad: { x: one } };
  }
}

function exampleOf(field: DescField): JsonValue {
  if (field.message) return {};
  if (field.enum) return lastOf(field.enum);
  if (field.scalar === ScalarType.BOOL) return true;
  return isText(field) ? 'text' : 7;
}

function lastOf(desc: DescEnum): number {
  return desc.values.at(-1)?.number ?? 0;
}

const isText = (field: DescField) =>
  field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES;

describe.each(SPOTS)('%s', (path, kind, spot) => {
  const { good, bad } = examples(spot.field);

  it('is taken, stays as it is and fits its message', () => {
    const config = spot.around(good);
    // Only where it is the whole file it might be the other one of the pair.
    expect(configOf(kind, config)).toEqual(config);
    const desc = kind === 'sandbox' ? PodSandboxConfigSchema : ContainerConfigSchema;
    expect(() => toMessage('X', desc, config)).not.toThrow();
  });

  it('is taken in camelCase and in capitals', () => {
    const config = spot.around(good);
    const spell = (name: (field: string) => string) =>
      JSON.parse(JSON.stringify(config).replaceAll(/"(\w+)":/gu, (_, key) => `"${name(key)}":`));
    const camel = (key: string) => key.replaceAll(/_(\w)/gu, (_, letter) => letter.toUpperCase());
    expect(configOf(kind, spell(camel))).toEqual(config);
    // Names in a map are the person's own.
    const upper = configOf(
      kind,
      spell((key) => key.toUpperCase()),
    );
    expect(JSON.stringify(upper).toLowerCase()).toBe(JSON.stringify(config).toLowerCase());
  });

  it('of a wrong type is refused by its path', () => {
    const [problem, ...more] = problemsOf(kind, spot.around(bad));
    expect(more).toEqual([]);
    expect(problem).toMatch(/: (?:expected |no such field)/u);
    expect(problem?.startsWith(path)).toBe(true);
  });

  it('may be null', () => {
    expect(() => configOf(kind, spot.around(null))).not.toThrow();
  });
});

it('no two fields of a message are told apart by capitals or underscores alone', () => {
  for (const [, , { field }] of SPOTS) expect(findField(field.parent, field.name)).toBe(field);
  expect(SPOTS.length).toBeGreaterThan(150);
});
