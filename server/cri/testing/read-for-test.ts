import type { JsonObject } from '../../contract/cri-config.ts';
import { readConfig } from '../read-config.ts';

type Kind = 'sandbox' | 'container';

/** What is wrong with it, "path: message" each. */
export function problemsOf(kind: Kind, value: unknown): readonly string[] {
  const read = readConfig(kind, value);
  return read.ok ? [] : read.problems.map(({ path, message }) => `${path}: ${message}`);
}

/** Its canonical form; throws where it is none. */
export function configOf(kind: Kind, value: unknown): JsonObject {
  const read = readConfig(kind, value);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
}
