import type { DescMessage } from '@bufbuild/protobuf';
import { ContainerConfigSchema, PodSandboxConfigSchema } from '../generated/runtime/v1/api_pb.js';
import { isPlainObject } from './describe-value.ts';
import { findField } from './find-field.ts';

type Kind = 'sandbox' | 'container';

const ROOTS: Readonly<Record<Kind, DescMessage>> = {
  sandbox: PodSandboxConfigSchema,
  container: ContainerConfigSchema,
};
const WRAPPER = /^(?:pod_?)?(?:sandbox_?|container_?)?config$/iu;

/**
 * Says so where a whole text is something else than the configuration asked for: wrapped in a field, the other one of
 * the pair, a pod's manifest, crictl's output. Null when it is none of these.
 */
export function describeMisplaced(kind: Kind, value: unknown): string | null {
  if (!isPlainObject(value)) return null;
  if ('apiVersion' in value && 'kind' in value) {
    return 'this is a manifest of Kubernetes, not a configuration of CRI: give what crictl takes, or take the pod itself as a template';
  }
  if ('info' in value && 'status' in value) {
    return `this is the output of crictl inspect${kind === 'sandbox' ? 'p' : ''}: give only what is in its field info.config`;
  }
  return describeWrapped(kind, value) ?? describeSwapped(kind, value);
}

function describeWrapped(kind: Kind, value: Readonly<Record<string, unknown>>): string | null {
  const keys = Object.keys(value);
  const [wrapper, ...others] = keys.filter((key) => WRAPPER.test(key) && isPlainObject(value[key]));
  if (wrapper === undefined || keys.some((key) => findField(ROOTS[kind], key) !== null))
    return null;
  if (others.length > 0) {
    return `this holds "${wrapper}" and "${others[0]}": give each of them in its own place`;
  }
  const inside = describeSwapped(kind, value[wrapper] as Readonly<Record<string, unknown>>);
  return inside ?? `the configuration is wrapped in "${wrapper}": give only what is inside`;
}

function describeSwapped(kind: Kind, value: Readonly<Record<string, unknown>>): string | null {
  const other = kind === 'sandbox' ? 'container' : 'sandbox';
  if (telling(value, other, kind) === 0 || telling(value, kind, other) > 0) return null;
  return `this is a ${other}'s configuration, and a ${kind}'s is expected here: the two seem to be swapped`;
}

/** How many fields, its metadata's included, only the one kind has. */
function telling(value: Readonly<Record<string, unknown>>, one: Kind, other: Kind): number {
  return (
    countOnly(value, ROOTS[one], ROOTS[other]) +
    countOnly(value['metadata'], metadataOf(ROOTS[one]), metadataOf(ROOTS[other]))
  );
}

function countOnly(value: unknown, one: DescMessage | null, other: DescMessage | null): number {
  if (!isPlainObject(value) || one === null || other === null) return 0;
  return Object.keys(value).filter(
    (key) => findField(one, key) !== null && findField(other, key) === null,
  ).length;
}

function metadataOf(desc: DescMessage): DescMessage | null {
  return findField(desc, 'metadata')?.message ?? null;
}
