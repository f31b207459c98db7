import type { DescField, DescMessage } from '@bufbuild/protobuf';

/** Levels below the root at which a misplaced field is looked for; CRI's deepest field is at the fifth. */
const MAX_DEPTH = 5;

/** Words of Kubernetes' pod specification for what CRI names otherwise. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  mountpath: 'container_path',
  subpath: 'image_sub_path',
  env: 'envs',
  hostnetwork: 'network',
  hostpid: 'pid',
  hostipc: 'ipc',
  seccompprofile: 'seccomp',
  apparmorprofile: 'apparmor',
  readonlyrootfilesystem: 'readonly_rootfs',
  allowprivilegeescalation: 'no_new_privs',
  limits: 'resources',
  requests: 'resources',
  dnspolicy: 'dns_config',
  ports: 'port_mappings',
  containerport: 'container_port',
};

/**
 * The field of this name. Spellings differ: CRI's own is snake_case, JSON's usual one camelCase, and Go, in which
 * crictl is written, does not look at capitals.
 */
export function findField(desc: DescMessage, name: string): DescField | null {
  const plain = toPlain(name);
  return desc.fields.find((field) => toPlain(field.name) === plain) ?? null;
}

/** Where the field that was probably meant is, from the place of the wrong one: ["linux", "resources"]; null: no idea. */
export function findMeant(desc: DescMessage, name: string): readonly string[] | null {
  const plain = toPlain(name);
  const other = OTHER_WORDS[plain];
  const names = other === undefined ? [plain] : [plain, toPlain(other)];
  const near = nearest(desc, names);
  if (near !== null) return [near];
  return below(desc, (field) => names.includes(toPlain(field.name)));
}

function toPlain(name: string): string {
  return name.replaceAll(/[_-]/gu, '').toLowerCase();
}

function nearest(desc: DescMessage, names: readonly string[]): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const field of desc.fields) {
    for (const name of names) {
      const distance = editDistance(name, toPlain(field.name));
      // A third of its letters wrong is another word.
      const isNear = distance <= Math.min(3, Math.floor(field.name.length / 3));
      if (isNear && (best === null || distance < best.distance)) {
        best = { name: field.name, distance };
      }
    }
  }
  return best?.name ?? null;
}

interface FieldPlace {
  readonly field: DescField;
  readonly path: readonly string[];
}

/** The first field that fits, level by level. */
function below(desc: DescMessage, fits: (field: DescField) => boolean): readonly string[] | null {
  let level = fieldsOf(desc, []);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const found = level.find(({ field }) => fits(field));
    if (found) return found.path;
    level = level.flatMap(fieldsInside);
  }
  return null;
}

function fieldsOf(desc: DescMessage, path: readonly string[]): readonly FieldPlace[] {
  return desc.fields.map((field) => ({ field, path: [...path, field.name] }));
}

function fieldsInside({ field, path }: FieldPlace): readonly FieldPlace[] {
  const inner = messageOf(field);
  if (inner === null) return [];
  const isList = field.fieldKind === 'list';
  return fieldsOf(inner, isList ? [...path.slice(0, -1), `${field.name}[]`] : path);
}

function messageOf(field: DescField): DescMessage | null {
  return (
    (field.fieldKind === 'message' || field.fieldKind === 'list' ? field.message : null) ?? null
  );
}

/** Letters to put in, take out, change or swap with their neighbour to get from one word to the other. */
function editDistance(from: string, to: string): number {
  // A word that is much longer is no slip of the pen.
  if (Math.abs(from.length - to.length) > 3) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
